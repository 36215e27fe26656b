/** Instead of a wallet that this device does not have, where the buyer sees no other way to pay beside it. */
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import type { MethodId } from "#methods/catalog.ts";

type NoSuchWalletProps = {
  readonly id: MethodId;
  /** The page has no other method: another device is the way. */
  readonly isOnlyWay: boolean;
  /** The way to methods that other pages have, where there are some. */
  readonly children?: ReactNode;
};

/** Only inside of a wallet's button: its texts come with the button, those of the page do not have them. */
export function NoSuchWallet({ id, isOnlyWay, children }: NoSuchWalletProps) {
  const t = useTranslations("errors");
  const wallet = useTranslations(id)("label");
  return (
    <p className="wallet-missing">
      {t("noSuchWallet", { wallet })} {children || (isOnlyWay && t("otherDevice"))}
    </p>
  );
}
