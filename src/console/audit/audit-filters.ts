/** How the log of acts is narrowed down: what the address says, and what that asks of the API. */
import { type ActKind, readActKind } from "#core/act-kinds.ts";
import { dayEnd, dayStart, readDay } from "../invoices/invoice-filters.ts";

export type AuditFilters = {
  /** `person 3`, `key 5` or `operator`, as the API has it. */
  readonly actor?: string;
  readonly kind?: ActKind;
  /** Days of the shop's time zone, both of the period. */
  readonly from?: string;
  readonly to?: string;
};

/** Reads the filters of an address; what is no filter is left out. */
export function readAuditFilters(search: Readonly<Record<string, unknown>>): AuditFilters {
  const actor = String(search["actor"] ?? "");
  const kind = readActKind(search["kind"]);
  const [from, to] = [readDay(search["from"]), readDay(search["to"])];
  return {
    ...(/^(?:(?:person|key) [1-9]\d{0,14}|operator)$/.test(actor) && { actor }),
    ...(kind && { kind }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** The query of the list. */
export function auditQuery({ actor, kind, from, to }: AuditFilters) {
  return {
    ...(actor && { actor }),
    ...(kind && { kind }),
    ...(from && { since: dayStart(from) }),
    ...(to && { before: dayEnd(to) }),
    limit: 50,
  };
}
