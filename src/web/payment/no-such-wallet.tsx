/** Instead of a wallet that this device does not have, where the buyer sees no other way to pay beside it. */
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import type { MethodId } from "#methods/catalog.ts";

type NoSuchWalletProps = {
  readonly id: MethodId;
  /** The way to the others, where there are some; else another device is the way. */
  readonly children?: ReactNode;
};

/** Only inside of a wallet's button: its texts come with the button, those of the page do not have them. */
export function NoSuchWallet({ id, children }: NoSuchWalletProps) {
  const t = useTranslations("errors");
  const wallet = useTranslations(id)("label");
  return (
    <p className="wallet-missing">
      {t("noSuchWallet", { wallet })} {children || t("otherDevice")}
    </p>
  );
}
