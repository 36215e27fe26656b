/**
 * What is paid in tests that every method, or every instalment service, goes through: in the provider suite, on the
 * server and in a browser. It is within the limits of all methods; the first question of `provider-suite.ts` says so
 * of one that does not take it.
 */
import { formatDecimal, minor } from "#core/money.ts";

export const payableAmount = minor(23_000);

/** As invoices state it, and the books of the simulators: "230.00". */
export const payableText = formatDecimal(payableAmount, "SAR");

/** What an invoice of this amount says beside its client. */
export const payableInvoice = {
  pricesIncludeVat: true,
  lines: [{ title: "Sukkari dates", quantity: 1, unitPrice: payableText, vatRate: "15" }],
} as const;
