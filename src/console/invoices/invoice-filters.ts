/** How the list of invoices is narrowed down: what the address says, and what that asks of the API. */
import { isInCalendar } from "#core/calendar.ts";
import { type OrderStanding, type OrderStatus, orderStatuses, orderStatusFacts } from "#core/order-status.ts";

export const offeredKinds = ["unpaid", "overdue", "paid", "refunded", "cancelled"] as const;
/** Of what buyers ask for: a link of what is expired, a return of what is paid. The home screen alone leads there. */
const shownKinds = [...offeredKinds, "renewal", "return"] as const;
export type ShownKind = (typeof shownKinds)[number];

/** Days are Gregorian and ISO, whatever calendar they are shown in. */
export type InvoiceFilters = {
  readonly show?: ShownKind;
  readonly from?: string;
  readonly to?: string;
  /** Due dates, first and last; both are ends of an age of what is overdue. */
  readonly dueFrom?: string;
  readonly dueTo?: string;
  /** Of one client, by the directory's number. */
  readonly client?: number;
};

/** A day of an address; undefined for what is none, or none that calls take. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  return !Number.isNaN(Date.parse(value)) && isInCalendar(value) ? value : undefined;
}

/** Reads the filters of an address; what is no filter is left out. */
export function readInvoiceFilters(search: Readonly<Record<string, unknown>>): InvoiceFilters {
  const show = shownKinds.find((kind) => kind === search["show"]);
  const [from, to] = [readDay(search["from"]), readDay(search["to"])];
  const [dueFrom, dueTo] = [readDay(search["dueFrom"]), readDay(search["dueTo"])];
  const client = Number(search["client"]);
  return {
    ...(show && { show }),
    ...(from && { from }),
    ...(to && { to }),
    ...(dueFrom && { dueFrom }),
    ...(dueTo && { dueTo }),
    ...(Number.isSafeInteger(client) && client > 0 && { client }),
  };
}

/** The offset of the shop's time zone, which has no summer time. */
const offset = "+03:00";

/** The beginning of a day in the shop's time zone. */
export function dayStart(day: string): string {
  return `${day}T00:00:00${offset}`;
}

/** The beginning of the day after: periods hold their last day. */
export function dayEnd(day: string): string {
  return dayStart(dayAfter(day));
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

/** What of the filters lists and exports take alike. */
export function kindQuery({ show, dueFrom, dueTo, client }: InvoiceFilters) {
  return {
    ...kindOf(show),
    ...(dueFrom && { dueSince: dueFrom }),
    ...(dueTo && { dueBefore: dayAfter(dueTo) }),
    ...(client !== undefined && { client }),
  };
}

/** The query of the list. */
export function listQuery(filters: InvoiceFilters) {
  const { from, to } = filters;
  return {
    ...kindQuery(filters),
    ...(from && { createdSince: dayStart(from) }),
    ...(to && { createdBefore: dayEnd(to) }),
    limit: 25,
  };
}

function kindOf(show: ShownKind | undefined) {
  if (show === "overdue") return { overdue: "true" as const };
  if (show === "renewal") return { renewalRequested: "true" as const };
  if (show === "return") return { returnRequested: "true" as const };
  return show && { status: statusesOf(show) };
}

/** A kind for each standing: what no kind has could be found by none. */
const kindOfStanding = {
  payable: "unpaid",
  paid: "paid",
  refunded: "refunded",
  cancelled: "cancelled",
} as const satisfies Readonly<Record<OrderStanding, ShownKind>>;

function statusesOf(show: Exclude<ShownKind, "overdue" | "renewal" | "return">): OrderStatus[] {
  return orderStatuses.filter((status) => kindOfStanding[orderStatusFacts[status].standing] === show);
}
