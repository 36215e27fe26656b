/** The latest payments that failed while their order can still be paid, and the accounts that providers turn away. */
import { type Kysely, sql } from "kysely";
import type { failureCodes } from "#contract/events.ts";
import type { Home, NextStep } from "#contract/home.ts";
import { payableStatuses } from "#core/order-status.ts";
import type { Schema } from "#db/schema.ts";
import { selectPayments, toPayment } from "../merchant-api/payment-routes.ts";
import { wasNotSent } from "../payments/next-state.ts";

const dayMs = 24 * 60 * 60_000;
const shownDays = 7;
const mostShown = 10;
/** Tries that are read to find the last of each order. */
const mostRead = 40;
/** So many payments turned away by the provider itself, and none taken, say that it is the account. */
const refusedTries = 3;

export type RefusedAccount = { readonly account: string; readonly count: number };

type Asked = { readonly merchantId: number; readonly now: number };

/** Reads both: what to do after a failure depends on whether its account takes payments at all. */
export async function readFailedPayments(
  db: Kysely<Schema>,
  asked: Asked & { readonly livemode: boolean },
): Promise<{ readonly payments: Home["failedPayments"]; readonly refused: readonly RefusedAccount[] }> {
  const refused = await refusedAccounts(db, asked);
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
  return { payments, refused };
}

/** Each state has its own run through the index of payments by state. */
function latestFailed({ merchantId, now }: Asked) {
  const since = new Date(now - shownDays * dayMs);
  const runs = ["declined", "cancelled", "expired"].map(
    (state) => sql`(select a.id from payment_attempts a join orders o on o.id = a.order_id
      where a.merchant_id = ${merchantId} and a.state = ${sql.lit(state)} and a.created_at >= ${since}
        and o.status in (${sql.join(payableStatuses.map((name) => sql.lit(name)))})
        and (o.expires_at is null or o.expires_at > ${new Date(now)})
      order by a.created_at desc, a.id desc limit ${mostRead})`,
  );
  return sql<string>`(select id from (${sql.join(runs, sql` union all `)}) latest)`;
}

async function refusedAccounts(db: Kysely<Schema>, { merchantId, now }: Asked): Promise<RefusedAccount[]> {
  const turnedAway = sql`count(*) filter (where a.state = 'declined'
    and (a.decline_reason = 'rejected_by_provider' or a.provider_code = 'not_sent'))`;
  const { rows } = await sql<RefusedAccount>`
    select a.provider as account, ${turnedAway}::int as count
    from payment_attempts a
    where a.merchant_id = ${merchantId} and a.created_at >= ${new Date(now - dayMs)}
    group by 1 having ${turnedAway} >= ${refusedTries} and count(a.settled_at) = 0
    order by 1`.execute(db);
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
