/** What an order of the link comes to in four instalments: one line for each service that the link allows (Spec 2.2). */
import { useTranslations } from "use-intl/react";
import { amountHere, withAmounts } from "../components/amount.tsx";
import { instalmentAmounts, type Total } from "../payment/promos.tsx";

const here = { amount: amountHere, lastAmount: amountHere };

type InstalmentPromoProps = {
  readonly order: Total;
  /** Names of the services, in the language of the page. */
  readonly names: readonly string[];
};

export function InstalmentPromo({ order, names }: InstalmentPromoProps) {
  const t = useTranslations("product");
  const { amount, lastAmount } = instalmentAmounts(order);
  if (names.length === 0) return null;
  return (
    <ul className="promos">
      {names.map((name) => (
        <li key={name}>
          <strong>{name}</strong>{" "}
          {lastAmount === null
            ? withAmounts(t("instalments", here), amount)
            : withAmounts(t("instalmentsWithLast", here), amount, lastAmount)}
        </li>
      ))}
    </ul>
  );
}
