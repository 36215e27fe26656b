/** What an order of the link comes to in four instalments, with the services that the link allows (Spec 2.2). */
import { useTranslations } from "use-intl/react";
import { amountHere, withAmounts } from "../components/amount.tsx";
import { instalmentAmounts, type Total } from "../payment/promos.tsx";

const here = { amount: amountHere, lastAmount: amountHere };

type InstalmentPromoProps = {
  readonly order: Total;
  /** The services, "Tamara or Tabby", in the language of the page; empty for none. */
  readonly names: string;
};

export function InstalmentPromo({ order, names }: InstalmentPromoProps) {
  const t = useTranslations("product");
  const { amount, lastAmount } = instalmentAmounts(order);
  if (names === "") return null;
  return (
    <p className="promos">
      <strong>{names}:</strong>{" "}
      {lastAmount === null
        ? withAmounts(t("instalments", here), amount)
        : withAmounts(t("instalmentsWithLast", here), amount, lastAmount)}
    </p>
  );
}
