/** What the total comes to in another way: in a foreign currency, or in four instalments (Spec 2.3). */
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { fromJsonNumber, type Minor, toJsonNumber } from "#core/money.ts";
import { instalments } from "#core/pricing/instalments.ts";
import { Amount, amountHere, useAmountText, withAmounts } from "../components/amount.tsx";
import type { PaymentOrder } from "./payment-order.ts";

/** "about USD 30.67", when the order has such a figure. The rate stands with the sums of the invoice. */
export function ForeignEquivalent({ order }: { readonly order: PaymentOrder }) {
  const t = useTranslations("payment");
  const amount = useAmountText(order.foreignCurrencyValue ?? 0, order.foreignCurrencyCode ?? "");
  if (order.foreignCurrencyCode === null || order.foreignCurrencyValue === null) return null;
  return <p className="pay-foreign">{t("foreignEquivalent", { amount })}</p>;
}

/** Four parts of the total that sum to it; the last one carries the remainder (decision M5). */
const promoParts = 4;

export type Total = Pick<PaymentOrder, "total" | "currencyName">;

/** The four parts of a total: the first three, and the last one where it is larger. */
export function instalmentAmounts({ total, currencyName }: Total): {
  amount: ReactNode;
  lastAmount: ReactNode | null;
} {
  const whole = fromJsonNumber(total, currencyName);
  const parts = instalments(whole, promoParts);
  const [first = whole] = parts;
  const last = parts.at(-1) ?? first;
  const amountOf = (part: Minor): ReactNode => (
    <Amount value={toJsonNumber(part, currencyName)} currency={currencyName} />
  );
  return { amount: amountOf(first), lastAmount: last === first ? null : amountOf(last) };
}

/** "4 interest-free payments of SAR 60.50", in the row of a method that takes them; its panel shows every part. */
export function InstalmentNote({ order }: { readonly order: Total }) {
  const t = useTranslations("payment");
  const { amount, lastAmount } = instalmentAmounts(order);
  return (
    <span className="field-note method-note">
      {withAmounts(
        t(lastAmount === null ? "instalments" : "instalmentsFrom", { amount: amountHere }),
        amount,
      )}
    </span>
  );
}
