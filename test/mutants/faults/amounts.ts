/** Faults in what is counted: sums, currencies, roundings, ends of time. */
import type { Mutant } from "../mutant.ts";

export const amounts: readonly Mutant[] = [
  {
    id: "surplus-currency",
    kind: "amount",
    what: "the currency is not compared when too much was paid",
    file: "src/server/payments/next-state.ts",
    search: "isEnough: isExact || (mayExceed && isSameCurrency && stated > before.amount),",
    replace: "isEnough: isExact || (mayExceed && stated > before.amount),",
    tests: ["src/server/payments/next-state.test.ts", "src/server/payments/next-state-money.test.ts"],
  },
  {
    id: "refund-currency",
    kind: "amount",
    what: "the currency of a refund's answer is not compared",
    file: "src/server/payments/refund.ts",
    search: "(outcome.amount === before.amount && outcome.currency === before.currency);",
    replace: "outcome.amount === before.amount;",
    tests: ["src/server/payments/races/refunds.test.ts"],
  },
  {
    id: "expiry-late",
    kind: "amount",
    what: "an order is payable in the very millisecond of its expiry",
    file: "src/server/payments/guards.ts",
    search: "expiresAt.getTime() <= now",
    replace: "expiresAt.getTime() < now",
    tests: ["src/server/payments/guards.test.ts"],
  },
  {
    id: "old-bill",
    kind: "amount",
    what: "an open bill over another amount is given again",
    file: "src/server/payments/pay.ts",
    search: '    .where("amount", "=", amountDue(options.order))\n',
    replace: "",
    tests: ["src/methods/references/reference-payment.test.ts"],
  },
  {
    id: "credit-vat-down",
    kind: "amount",
    what: "the VAT of a credit note is rounded down",
    file: "src/core/tax/credit-note.ts",
    search: "const vat = total === 0 ? zero : timesRatio(rest.vat, part, total);",
    replace: "const vat = total === 0 ? zero : minor(Math.floor((rest.vat * part) / total));",
    tests: ["src/core/tax/credit-note.test.ts"],
  },
  {
    id: "net-down",
    kind: "amount",
    what: "the net of a price with VAT is rounded down",
    file: "src/core/pricing/pricing.ts",
    search: "  return timesRatio(gross, wholeBps, wholeBps + vatBps);",
    replace: "  return minor(Math.floor((gross * wholeBps) / (wholeBps + vatBps)));",
    tests: ["src/core/pricing/pricing-properties.test.ts"],
  },
];
