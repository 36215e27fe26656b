/** The filters of invoices, read from a query: the same of lists and of exports. */
import type { CallParsed } from "#contract/contract.ts";
import type { exportCalls } from "#contract/exports.ts";
import type { OrderStatus } from "#core/order-status.ts";
import { payableStatuses } from "#core/status-groups.ts";
import { FieldReader } from "./field-reader.ts";
import type { InvoiceFilter } from "./invoice-conditions.ts";
import { defaultCurrency } from "./invoice-input.ts";
import { readMobileFilter } from "./mobile-filter.ts";
import { wrongFields } from "./validation.ts";

type FilterQuery = Omit<
  CallParsed<(typeof exportCalls)["GET /api/v1/exports/invoices"]>["query"],
  "from" | "to" | "format" | "language" | "separator" | "orderNumber"
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
    statuses: readStatuses(query),
    externalOrderNumber: query.externalOrderNumber ?? null,
    paidSince: null,
    updatedSince: null,
    createdSince: null,
    createdBefore: null,
    dueSince: query.dueSince ?? null,
    dueBefore: query.dueBefore ?? null,
    isOverdue: query.overdue !== undefined,
    isRenewalRequested: query.renewalRequested !== undefined,
    isReturnRequested: query.returnRequested !== undefined,
    metadata: (query.metadata ?? []).map(readPair),
    link: query.link ?? null,
    productId: query.product ?? null,
    clientId: query.client ?? null,
    mobile: query.mobile === undefined ? null : readMobileFilter(query.mobile),
    search: query.search ?? null,
    total: readTotalFilter(query),
  };
}

/** What is overdue is unpaid: each status has its own run through the index of due dates. */
function readStatuses({ status, overdue }: FilterQuery): readonly OrderStatus[] {
  const asked = [...new Set(status)];
  if (overdue === undefined) return asked;
  const unpaid = payableStatuses.filter((one) => asked.length === 0 || asked.includes(one));
  if (unpaid.length > 0) return unpaid;
  throw wrongFields([{ path: "status", code: "not_together", message: "what is overdue is unpaid" }]);
}

/** "shopOrder:6735": the first colon ends the name, which has none. */
function readPair(text: string): InvoiceFilter["metadata"][number] {
  const colon = text.indexOf(":");
  return { name: text.slice(0, colon), value: text.slice(colon + 1) };
}

/** @throws Problem `validation_failed` for more decimals than the currency has, or no currency */
function readTotalFilter(query: FilterQuery): InvoiceFilter["total"] {
  const { total, totalFrom = total, totalTo = total, totalCurrency = defaultCurrency } = query;
  if (totalFrom === undefined && totalTo === undefined) return null;
  const reader = new FieldReader(totalCurrency);
  const currency = reader.currency("totalCurrency", totalCurrency);
  const read = (path: string, text: string | undefined) =>
    text === undefined ? null : reader.amount(total === undefined ? path : "total", text, currency);
  const range = { from: read("totalFrom", totalFrom), to: read("totalTo", totalTo), currency };
  if (total !== undefined && (query.totalFrom ?? query.totalTo) !== undefined)
    reader.wrong("total", "not_together", "not together with totalFrom or totalTo");
  reader.refuseWrong();
  return range;
}
