/** What an order of the link comes to in four instalments, with the services that take it (Spec 2.2). */
import { useTranslations } from "use-intl/react";
import { amountHere, withAmounts } from "../components/amount.tsx";
import { instalmentAmounts } from "../payment/promos.tsx";
import { type Instalments, takersOf } from "./instalment-services.ts";

const here = { amount: amountHere, lastAmount: amountHere };

export function InstalmentPromo(order: Instalments) {
  const t = useTranslations("product");
  const names = takersOf(order);
  const { amount, lastAmount } = instalmentAmounts(order);
  if (names.length === 0) return null;
  return (
    <p className="promos">
      {/* All take the same four payments: one sentence with their names, "Tamara or Tabby". */}
      <strong>{names.join(` ${t("or")} `)}:</strong>{" "}
      {withAmounts(t(lastAmount === null ? "instalments" : "instalmentsWithLast", here), amount, lastAmount)}
    </p>
  );
}
