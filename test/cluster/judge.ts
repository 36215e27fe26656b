/** What must hold after each fault, and what is measured of it. */
import type { Database } from "#db/open.ts";
import { referenceMethods } from "#methods/allowed.ts";
import { orderNumberOf } from "#test/gateway-orders.ts";
import { referenceServices } from "#test/reference-services.ts";
import {
  compareBooksAtRest,
  countUndecided,
  findDoubled,
  findLost,
  type Violation,
} from "../kill-loop/checks.ts";
import type { Acknowledged } from "../kill-loop/load.ts";
import type { Answer } from "./calls.ts";
import { places } from "./machines.ts";

/** The bounds of the specification of several servers. */
export const bounds = { writesBackMs: 25_000, longestAnswerMs: 6_000, bookedMs: 5_000 };

/** What the table shows of one fault. */
export type Result = {
  readonly fault: string;
  readonly issued: number;
  readonly paid: number;
  readonly lost: number;
  readonly doubled: number;
  /** Longest time without an acknowledged invoice after the fault. */
  readonly writesBackMs: number;
  readonly longestAnswerMs: number;
  /** Which call that was, and when. */
  readonly longestCall: string;
  /** Answers by status, but those that are as they should be. */
  readonly refusals: string;
  /** Captured at a provider before writes were back, and settled in our books so long after they were. */
  readonly takenDuring: number;
  readonly bookedMs: number;
  readonly found: readonly string[];
};

/** The longest pause between two acknowledged writes after a moment, and when it ended. */
export function longestPause(
  acknowledgedAt: readonly number[],
  from: number,
): { readonly pauseMs: number; readonly endedAt: number } {
  let before = from;
  let longest = { pauseMs: 0, endedAt: from };
  for (const at of acknowledgedAt) {
    if (at <= from) continue;
    if (at - before > longest.pauseMs) longest = { pauseMs: at - before, endedAt: at };
    before = at;
  }
  return longest;
}

/** Of all answers to calls that were under way or made after the fault. */
export function summarise(
  answers: readonly Answer[],
  from: number,
): Pick<Result, "longestAnswerMs" | "longestCall" | "refusals"> {
  const during = answers.filter(({ startedAt, ms }) => startedAt + ms >= from);
  const bad = during.filter(({ status }) => status === 0 || status >= 500);
  const byStatus = Object.entries(Object.groupBy(bad, ({ status }) => status));
  const longest = during.toSorted((a, b) => b.ms - a.ms)[0];
  return {
    longestAnswerMs: longest?.ms ?? 0,
    longestCall: longest
      ? `${longest.status} of ${longest.path}, asked ${((longest.startedAt - from) / 1000).toFixed(1)} s after the fault`
      : "",
    refusals: byStatus
      .map(([status, list]) => `${status === "0" ? "lost" : status}×${list?.length}`)
      .join(" "),
  };
}

type Capture = {
  readonly kind: string;
  readonly at: number;
  readonly orderId: string;
  readonly simulator: string;
};

/** What buyers pay at their bank is reported by the provider, at its own pace. */
const billProviders = referenceMethods.map((method) => referenceServices[method].simulator);

/** Of the payments that providers took between two moments, how long after the second the last was settled. */
export async function bookedAfter(
  db: Database,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<{ readonly taken: number; readonly bookedMs: number; readonly open: readonly string[] }> {
  const { entries } = Object(await (await fetch(`${places.simulatorUrl}/_control/ledger`)).json());
  const captures = (entries as readonly Capture[]).filter(
    ({ kind, at, simulator }) =>
      kind === "capture" && at >= from && at <= until && !billProviders.includes(simulator),
  );
  const { rows } = await db.pool.query<{ order_number: string; method: string; settled_at: Date | null }>(
    `select o.order_number, a.method, max(a.settled_at) as settled_at from orders o
     join payment_attempts a on a.merchant_id = o.merchant_id and a.order_id = o.id
     where o.order_number = any($1) group by o.order_number, a.method`,
    [captures.map(({ orderId }) => orderNumberOf(orderId))],
  );
  const taken = rows.filter(({ method }) => !referenceMethods.some((one) => one === method));
  const settled = taken.flatMap(({ settled_at }) => (settled_at ? [settled_at.getTime() - until] : []));
  const open = taken.filter(({ settled_at }) => settled_at === null).map(({ order_number }) => order_number);
  return { taken: taken.length, bookedMs: Math.max(0, ...settled), open };
}

/** Waits until nothing is in doubt, then compares our books with the providers'. */
export async function judgeBooks(
  db: Database,
  known: Acknowledged,
  wait: () => Promise<boolean>,
): Promise<readonly Violation[]> {
  while ((await countUndecided(db)) > 0 && (await wait()));
  // A bill whose report met no server is asked about by its own slow times; here it is due now.
  await db.pool.query("update payment_attempts set next_check_at = now() where next_check_at is not null");
  const differences = await compareBooksAtRest(db, places.simulatorUrl, wait);
  return [...(await findLost(db, known)), ...(await findDoubled(places.simulatorUrl, known)), ...differences];
}

/** Which of the bounds a result misses, in words. */
export function missed(result: Omit<Result, "found">): readonly string[] {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  return [
    ...(result.writesBackMs > bounds.writesBackMs
      ? [`writes were back after ${seconds(result.writesBackMs)}`]
      : []),
    ...(result.longestAnswerMs > bounds.longestAnswerMs
      ? [`an answer took ${seconds(result.longestAnswerMs)}: ${result.longestCall}`]
      : []),
    ...(result.bookedMs > bounds.bookedMs
      ? [`a payment was booked ${seconds(result.bookedMs)} after the new primary`]
      : []),
  ];
}
