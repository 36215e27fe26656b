/** Asking providers what their books say of one order's payments, and comparing that with ours. */
import { isDeepStrictEqual } from "node:util";
import { attemptStateFacts } from "#core/attempt-status.ts";
import { type Minor, minor, sum } from "#core/money.ts";
import { openRefundStates, type RefundState } from "#core/refund-status.ts";
import * as timing from "#core/timing.ts";
import type { StatedPayment, Statement } from "#methods/payment-method.ts";
import { loadOrderById, type OrderRecord } from "../orders/order-store.ts";
import { attemptContext, noBuyer } from "../payments/attempt-context.ts";
import { type AttemptRow, attemptsOfOrder } from "../payments/attempt-store.ts";
import type { Services } from "../services.ts";
import { type Account, accountOfAttempt, keyOf } from "./accounts.ts";
import { compareBooks, type Difference, distinct, takenByAttempt, theirTotals } from "./compare.ts";

export type ComparedAccount = {
  readonly account: Account;
  readonly currency: string;
  /** What of the order's money moved on the day that is compared: an order is looked at whole on each day on which some did. */
  readonly ofDay: {
    readonly ours: { readonly taken: Minor; readonly givenBack: Minor };
    readonly theirs: { readonly taken: Minor; readonly givenBack: Minor | null };
  };
  readonly differences: readonly Difference[];
};

export type ComparedOrder =
  | { readonly kind: "compared"; readonly accounts: readonly ComparedAccount[] }
  /** Something is under way, or a provider did not answer: to be compared later. */
  | { readonly kind: "later" };

type Refund = {
  readonly id: string;
  readonly attempt_id: string;
  readonly amount: Minor;
  readonly state: RefundState;
  readonly is_by_hand: boolean;
  readonly sent_at: Date | null;
};

/** The day that is compared, from its beginning to before its end, milliseconds since the epoch. */
export type ComparedDay = { readonly from: number; readonly to: number };

/** Asks about an attempt; accounts that have been silent a few times are no longer asked. */
export type Ask = (account: Account, order: OrderRecord, attempt: AttemptRow) => Promise<Statement>;

/**
 * Compares an order's payments account by account.
 * @param mentioned attempts that a provider's list has money for, whatever our rows say of them
 */
export async function compareOrder(
  services: Services,
  orderId: number,
  {
    day,
    mentioned,
    ask,
  }: { readonly day: ComparedDay; readonly mentioned: ReadonlySet<string>; readonly ask: Ask },
): Promise<ComparedOrder> {
  const order = await loadOrderById(services.db.pool, orderId);
  if (!order) throw new Error(`no order ${orderId}`);
  const { attempts, refunds } = await readBooks(services, orderId);
  const now = services.clock.now();
  if (
    attempts.some((attempt) => isUnderWay(attempt, now)) ||
    refunds.some((refund) => openRefundStates.includes(refund.state))
  )
    return { kind: "later" };
  const groups = new Map<string, { account: Account; asked: Asked[] }>();
  // What is guaranteed and not under way should have been collected long ago.
  const isOurs = (attempt: AttemptRow): boolean => takenByAttempt(attempt) > 0 || isGuaranteed(attempt);
  for (const attempt of attempts.filter((each) => isOurs(each) || mentioned.has(each.id))) {
    const account = await accountOfAttempt(services, attempt, order.merchant_id);
    if (!account) return { kind: "later" };
    // A method without books to look into has nothing to compare.
    if (!account.provider.statement) continue;
    const statement = await ask(account, order, attempt);
    if (statement.kind === "unknown") return { kind: "later" };
    if (statement.payments.length === 0 && (await wasReplaced(services, account, attempt)))
      return { kind: "later" };
    const group = groups.get(keyOf(account)) ?? { account, asked: [] };
    group.asked.push({ attempt, payments: statement.payments });
    groups.set(keyOf(account), group);
  }
  const accounts = [...groups.values()].map((group) => compareAccount(group, refunds, day));
  const isCalm = accounts.every(({ differences }) => differences.length === 0);
  // Money that moved while the providers were asked is in their books and not in what we had read of ours.
  if (!isCalm && !isDeepStrictEqual(await readBooks(services, orderId), { attempts, refunds }))
    return { kind: "later" };
  return { kind: "compared", accounts };
}

async function readBooks({ db }: Services, orderId: number) {
  const attempts = await attemptsOfOrder(db.kysely, orderId);
  const refunds: Refund[] = await db.kysely
    .selectFrom("refunds")
    .select(["id", "attempt_id", "amount", "state", "is_by_hand", "sent_at"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  return { attempts, refunds };
}

type Asked = { readonly attempt: AttemptRow; readonly payments: readonly StatedPayment[] };

function compareAccount(
  { account, asked }: { readonly account: Account; readonly asked: readonly Asked[] },
  refunds: readonly Refund[],
  day: ComparedDay,
): ComparedAccount {
  const currency = asked[0]?.attempt.currency ?? "SAR";
  const ids = new Set(asked.map(({ attempt }) => attempt.id));
  const done = refunds.filter((refund) => ids.has(refund.attempt_id) && refund.state === "refunded");
  const made = done.filter((refund) => !refund.is_by_hand);
  const payments = distinct(asked.flatMap((each) => each.payments));
  const theirs = theirTotals(payments, currency);
  const madeSum = sum(amountsOf(made));
  // What the shop gave back itself it did at a bank or in the provider's dashboard: only then the provider states it.
  const byHand = sum(amountsOf(done)) - madeSum;
  const inDashboard = Math.min(byHand, Math.max(0, (theirs.givenBack ?? 0) - madeSum));
  const ours = { currency, taken: sum(asked.map(heldNow)), givenBack: minor(madeSum + inDashboard) };
  const takenThen = asked.filter(({ attempt }) => isOn(day, takenAt(attempt, made)));
  const givenBack = sum(amountsOf(made.filter(({ sent_at: sentAt }) => isOn(day, sentAt))));
  // The provider says how much, not when: what our books have of other days was not of this one.
  const ofOtherDays = ours.givenBack - givenBack;
  const ofDay = {
    ours: { taken: sum(takenThen.map(heldNow)), givenBack },
    theirs: {
      taken: theirTotals(distinct(takenThen.flatMap((each) => each.payments)), currency).taken,
      givenBack: theirs.givenBack === null ? null : minor(Math.max(0, theirs.givenBack - ofOtherDays)),
    },
  };
  return { account, currency, ofDay, differences: compareBooks(ours, payments) };
}

const amountsOf = (refunds: readonly Refund[]): Minor[] => refunds.map(({ amount }) => amount);

/** When an attempt's money came: surplus settled nothing, and is looked at once it is given back. Null is on any day. */
function takenAt(attempt: AttemptRow, made: readonly Refund[]): Date | null {
  if (attempt.settled_at !== null) return attempt.settled_at;
  const sent = made.flatMap((refund) => (refund.attempt_id === attempt.id ? (refund.sent_at ?? []) : []));
  return sent.toSorted((left, right) => left.getTime() - right.getTime())[0] ?? null;
}

function isOn({ from, to }: ComparedDay, at: Date | null): boolean {
  return at === null || (at.getTime() >= from && at.getTime() < to);
}

/**
 * Surplus that the provider has only approved was never taken: a person decides about it. What settled an order counts as taken
 * there, also where it could not be collected.
 */
function heldNow({ attempt, payments }: Asked): Minor {
  if (isGuaranteed(attempt)) return attempt.amount;
  const isOnlyApproved = attempt.state === "surplus" && payments.every(({ taken }) => taken === 0);
  return isOnlyApproved ? minor(0) : takenByAttempt(attempt);
}

/** Money may move at the provider while it is asked, but for what will hardly be collected by another question. */
function isUnderWay(attempt: AttemptRow, now: number): boolean {
  const { blocksStart, tookMoney } = attemptStateFacts[attempt.state];
  return blocksStart && !tookMoney && !(isGuaranteed(attempt) && isOverdue(attempt, now));
}

/** Its order counts as paid, and the money is still to be collected. */
function isGuaranteed({ state }: AttemptRow): boolean {
  const { settles, tookMoney } = attemptStateFacts[state];
  return settles && !tookMoney;
}

function isOverdue({ settled_at: settledAt }: AttemptRow, now: number): boolean {
  return settledAt !== null && now - settledAt.getTime() >= timing.collectionOverdueMs;
}

/** The merchant has stored another account since: that it does not know the payment says nothing. */
async function wasReplaced({ db }: Services, { merchantId }: Account, attempt: AttemptRow): Promise<boolean> {
  if (merchantId === null) return false;
  const stored = await db.kysely
    .selectFrom("provider_accounts")
    .select("updated_at")
    .where("merchant_id", "=", merchantId)
    .where("method", "=", attempt.method)
    .executeTakeFirst();
  return stored !== undefined && stored.updated_at > attempt.created_at;
}

/** After so many questions in a row without an answer an account is left alone for this run. */
const mostSilence = 5;

/** Asks providers for statements. For one run over many orders. */
export function createAsk(services: Services): Ask {
  const silent = new Map<string, number>();
  return async (account, order, attempt) => {
    const key = keyOf(account);
    const before = silent.get(key) ?? 0;
    const { statement } = account.provider;
    if (!statement || before >= mostSilence) return { kind: "unknown", why: "not asked" };
    const answer = await Promise.try(statement, attemptContext(services, order, attempt, noBuyer)).catch(
      (error: unknown): Statement => {
        services.log.error("adapter failed", { attemptId: attempt.id, provider: account.provider.id, error });
        return { kind: "unknown", why: "adapter failed" };
      },
    );
    silent.set(key, answer.kind === "unknown" ? before + 1 : 0);
    return answer;
  };
}
