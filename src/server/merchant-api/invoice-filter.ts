/** The filters of invoices, read from a query: the same of lists and of exports. */
import type { CallParsed } from "#contract/contract.ts";
import type { exportCalls } from "#contract/exports.ts";
import { zero } from "#core/money.ts";
import { FieldReader } from "./field-reader.ts";
import { defaultCurrency } from "./invoice-input.ts";
import type { InvoiceFilter } from "./invoice-list.ts";
import { readMobileFilter } from "./mobile-filter.ts";

type FilterQuery = Omit<
  CallParsed<(typeof exportCalls)["GET /api/v1/exports/invoices"]>["query"],
  "from" | "to" | "format" | "language" | "separator"
>;

/**
 * Reads what both share.
 * @throws Problem `validation_failed` for a mobile or an amount that is none
 */
export function readInvoiceFilter(
  query: FilterQuery,
  merchantId: number,
): Omit<InvoiceFilter, "cursor" | "limit"> {
  return {
    merchantId,
    statuses: [...new Set(query.status)],
    externalOrderNumber: query.externalOrderNumber ?? null,
    paidSince: null,
    updatedSince: null,
    link: query.link ?? null,
    productId: query.product ?? null,
    clientId: query.client ?? null,
    mobile: query.mobile === undefined ? null : readMobileFilter(query.mobile),
    search: query.search ?? null,
    total: query.total === undefined ? null : readTotalFilter(query.total, query.totalCurrency),
  };
}

/** @throws Problem `validation_failed` for more decimals than the currency has, or no currency */
function readTotalFilter(text: string, currency: string = defaultCurrency): InvoiceFilter["total"] {
  const reader = new FieldReader(currency);
  const amount = reader.amount("total", text, reader.currency("totalCurrency", currency));
  reader.refuseWrong();
  return { amount: amount ?? zero, currency };
}
