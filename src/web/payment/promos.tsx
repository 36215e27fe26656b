/** What the total comes to in another way: in a foreign currency, or in four instalments (Spec 2.3). */
import { useTranslations } from "use-intl/react";
import type { AllowedFlags } from "#contract/order.ts";
import { instalments } from "#core/instalments.ts";
import { currencyExponent, minor, toJsonNumber } from "#core/money.ts";
import { useAmountText } from "../components/amount.tsx";
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

type InstalmentOrder = Pick<PaymentOrder, "total" | "currencyName"> & {
  readonly allowed: Pick<AllowedFlags, "isTamaraAllowed" | "isTabbyAllowed">;
};

/** One line for each instalment service that the order allows. */
export function InstalmentPromo({ order }: { readonly order: InstalmentOrder }) {
  const t = useTranslations("payment");
  const { total, currencyName, allowed } = order;
  const parts = instalments(minor(Math.round(total * 10 ** currencyExponent(currencyName))), promoParts);
  const [first = minor(0)] = parts;
  const last = parts.at(-1) ?? first;
  const amount = useAmountText(toJsonNumber(first, currencyName), currencyName);
  const lastAmount = useAmountText(toJsonNumber(last, currencyName), currencyName);
  const names = [allowed.isTamaraAllowed && t("tamara"), allowed.isTabbyAllowed && t("tabby")].filter(
    (name) => name !== false,
  );
  if (names.length === 0) return null;
  return (
    <ul className="promos">
      {names.map((name) => (
        <li key={name}>
          <strong>{name}</strong>{" "}
          {last === first ? t("instalments", { amount }) : t("instalmentsWithLast", { amount, lastAmount })}
        </li>
      ))}
    </ul>
  );
}
