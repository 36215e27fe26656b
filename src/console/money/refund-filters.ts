/** How the list of refunds is narrowed down, and what to do about each state. */
import { type RefundState, refundStates } from "#core/refund-status.ts";

export type RefundFilters = { readonly state?: RefundState };

/** Reads the filters of an address. */
export function readRefundFilters(search: Readonly<Record<string, unknown>>): RefundFilters {
  const state = refundStates.find((name) => name === search["state"]);
  return state ? { state } : {};
}

/** Hours without an outcome after which a refund counts as stuck: a provider's working day and its night. */
const stuckHours = 48;

/** Whether a refund that is not over waits for longer than providers usually need. */
export function isStuck(
  { state, createdAt }: { readonly state: RefundState; readonly createdAt: string },
  now: Date,
): boolean {
  if (state === "refunded" || state === "declined") return false;
  return now.getTime() - Date.parse(createdAt) > stuckHours * 3_600_000;
}
