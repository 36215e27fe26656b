/** The latest payments that failed while their order can still be paid, and the accounts that providers turn away. */
import { type Kysely, sql } from "kysely";
import type { failureCodes } from "#contract/events.ts";
import type { Home, NextStep } from "#contract/home.ts";
import { failedStates } from "#core/attempt-status.ts";
import { accountByHand } from "#core/payment-by-hand.ts";
import type { Schema } from "#db/schema.ts";
import { selectPayments, toPayment } from "../merchant-api/payment-routes.ts";
import { payableLiterals } from "../orders/payable-literals.ts";
import { wasNotSent } from "../payments/next-state.ts";

const dayMs = 24 * 60 * 60_000;
const shownDays = 7;
const mostShown = 10;
/** Tries that are read to find the last of each order. */
const mostRead = 40;
/** So many payments turned away by the provider itself, and none taken, say that it is the account. */
export const refusedTries = 3;

export type RefusedAccount = { readonly account: string; readonly count: number };

/** The tries of the last 24 hours by one method and account. */
export type RecentTries = {
  readonly method: string;
  readonly account: string;
  readonly tries: number;
  readonly taken: number;
  readonly failed: number;
  /** Turned away by the provider itself. */
  readonly turnedAway: number;
};

type Asked = { readonly merchantId: number; readonly now: number };

/** Reads them together: what to do after a failure depends on whether its account takes payments at all. */
export async function readFailedPayments(
  db: Kysely<Schema>,
  asked: Asked & { readonly livemode: boolean },
): Promise<{
  readonly payments: Home["failedPayments"];
  readonly refused: readonly RefusedAccount[];
  readonly tries: readonly RecentTries[];
}> {
  const tries = await recentTries(db, asked);
  const refused = refusedAccounts(tries);
  const names = new Set(refused.map(({ account }) => account));
  const rows = await selectPayments(db, asked.merchantId)
    .select(["a.provider", "a.provider_code"])
    .where("a.id", "in", latestFailed(asked))
    .orderBy("a.created_at", "desc")
    .orderBy("a.id", "desc")
    .execute();
  const lastOfOrder = [...Map.groupBy(rows, ({ order_number }) => order_number).values()].flatMap(
    ([first]) => first ?? [],
  );
  const payments = lastOfOrder.slice(0, mostShown).map((row) => {
    const payment = toPayment(row, asked.livemode);
    const code = payment.failure?.code ?? "other";
    const isAway = names.has(row.provider);
    const nextStep = isAway ? "check_account" : wasNotSent(row) ? "wait" : stepAfter[code];
    return { payment, nextStep };
  });
  return { payments, refused, tries };
}

/** Each state has its own run through the index of payments by state. */
function latestFailed({ merchantId, now }: Asked) {
  const since = new Date(now - shownDays * dayMs);
  const runs = failedStates.map(
    (
      state,
    ) => sql`(select a.id from payment_attempts a join orders o on o.merchant_id = a.merchant_id and o.id = a.order_id
      where a.merchant_id = ${merchantId} and a.state = ${sql.lit(state)} and a.created_at >= ${since}
        and o.status in (${payableLiterals})
        and (o.expires_at is null or o.expires_at > ${new Date(now)})
      order by a.created_at desc, a.id desc limit ${mostRead})`,
  );
  return sql<string>`(select id from (${sql.join(runs, sql` union all `)}) latest)`;
}

/** Accounts of which nothing was taken by any method, and that turned payments away themselves. */
function refusedAccounts(tries: readonly RecentTries[]): RefusedAccount[] {
  return [...Map.groupBy(tries, ({ account }) => account)].flatMap(([account, group]) => {
    const count = group.reduce((all, { turnedAway }) => all + turnedAway, 0);
    return count >= refusedTries && group.every(({ taken }) => taken === 0) ? [{ account, count }] : [];
  });
}

async function recentTries(db: Kysely<Schema>, { merchantId, now }: Asked): Promise<RecentTries[]> {
  const { rows } = await sql<RecentTries>`
    select a.method, a.provider as account, count(*)::int as tries, count(a.settled_at)::int as taken,
      count(*) filter (where a.state = 'declined')::int as failed,
      count(*) filter (where a.state = 'declined'
        and (a.decline_reason = 'rejected_by_provider' or a.provider_code = 'not_sent'))::int as "turnedAway"
    from payment_attempts a
    where a.merchant_id = ${merchantId} and a.created_at >= ${new Date(now - dayMs)}
      and a.provider <> ${accountByHand}
    group by 1, 2 order by 2, 1`.execute(db);
  return rows;
}

/** What helps after each reason. */
const stepAfter: Readonly<Record<(typeof failureCodes)[number], NextStep>> = {
  card_declined: "offer_other_method",
  insufficient_funds: "offer_other_method",
  expired_card: "send_again",
  wrong_security_code: "send_again",
  card_not_supported: "offer_other_method",
  three_ds_failed: "send_again",
  three_ds_not_enabled: "offer_other_method",
  otp_wrong: "send_again",
  otp_expired: "send_again",
  limit_exceeded: "offer_other_method",
  rejected_by_provider: "check_account",
  suspected_fraud: "wait",
  cancelled_by_buyer: "send_again",
  expired: "send_again",
  other: "send_again",
};
