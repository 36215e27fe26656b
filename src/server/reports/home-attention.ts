/** What waits for a person: each kind that there is some of, with the call that lists it. */
import { type Kysely, sql } from "kysely";
import type { Home } from "#contract/home.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import { payableLiterals } from "../orders/payable-literals.ts";
import { isGoingBack } from "../payments/going-back.ts";
import type { RefusedAccount } from "./home-failures.ts";
import { takenAmount } from "./payment-sums.ts";

/** Failed messages of before are of no use any more. */
const messagesMs = 7 * 24 * 60 * 60_000;
/** A shop that has settled a refused refund in another way, or not at all, writes that down nowhere. */
const declinedRefundsMs = 30 * 24 * 60 * 60_000;

type Attention = Home["attention"][number];

type Sum = { readonly currency: string; readonly count: number; readonly amount: Minor };

type Counts = {
  readonly returns: number;
  readonly renewals: number;
  readonly rejected: number;
  readonly stopped: number;
  readonly held: number;
  readonly disabled: number;
  readonly messages: number;
  readonly declined: readonly Sum[];
  readonly surplus: readonly Sum[];
  readonly uncollected: readonly Sum[];
  readonly approvals: readonly Sum[];
  readonly channels: readonly { readonly account: string; readonly count: number }[];
};

/** Reads them by one statement, whose parts each go by an index of what is open. */
export async function readAttention(
  db: Kysely<Schema>,
  asked: { readonly merchantId: number; readonly now: number; readonly refused: readonly RefusedAccount[] },
): Promise<Home["attention"]> {
  const counts = await count(db, asked);
  const entries: readonly (Partial<Attention> & Pick<Attention, "kind" | "count">)[] = [
    {
      kind: "refund_approvals",
      ...summed(counts.approvals),
      list: "/api/v1/refund-approvals?state=requested",
    },
    {
      kind: "return_requests",
      count: counts.returns,
      list: "/api/v1/return-requests?state=requested",
    },
    {
      kind: "renewal_requests",
      count: counts.renewals,
      list: "/api/v1/invoices?renewalRequested=true",
    },
    { kind: "refund_declined", ...summed(counts.declined), list: "/api/v1/refunds?state=declined" },
    { kind: "surplus_money", ...summed(counts.surplus), list: "/api/v1/payments?state=surplus" },
    {
      kind: "uncollected_money",
      ...summed(counts.uncollected),
      list: "/api/v1/payments?state=authorised",
    },
    { kind: "rejected_tax_documents", count: counts.rejected },
    { kind: "stopped_tax_unit", count: counts.stopped },
    { kind: "held_tax_unit", count: counts.held },
    { kind: "disabled_webhook_endpoint", count: counts.disabled, list: "/api/v1/webhook-endpoints" },
    { kind: "failed_messages", count: counts.messages, list: "/api/v1/messages?state=failed" },
    ...asked.refused.map((one) => ({ kind: "account_refused" as const, ...one })),
    ...counts.channels.map((one) => ({ kind: "account_refused" as const, ...one })),
  ];
  return entries
    .filter((entry) => entry.count > 0)
    .map((entry) => ({ amounts: [], account: null, list: null, ...entry }));
}

function summed(sums: readonly Sum[]): Pick<Attention, "count" | "amounts"> {
  return {
    count: sums.reduce((all, one) => all + one.count, 0),
    amounts: sums.map(({ currency, amount }) => ({ currency, amount: formatDecimal(amount, currency) })),
  };
}

/**
 * Whether the refund `r` is the last of its order: one that followed speaks for the order, however it ended. Looked up for each of the few that
 * were declined; as a join, the database would read all refunds of a shop.
 */
const isLastOfItsOrder = sql<boolean>`r.id = (select l.id from refunds l
  where l.merchant_id = r.merchant_id and l.order_id = r.order_id and not l.is_surplus
  order by l.created_at desc, l.id desc limit 1)`;

async function count(
  db: Kysely<Schema>,
  { merchantId, now }: { readonly merchantId: number; readonly now: number },
): Promise<Counts> {
  const failed = sql`from messages where merchant_id = ${merchantId} and state = 'failed'
    and created_at >= ${new Date(now - messagesMs)}`;
  const { rows } = await sql<Counts>`select
    (select count(*)::int from return_requests where merchant_id = ${merchantId} and state = 'requested') as returns,
    (select count(*)::int from renewal_requests r
      join orders o on o.merchant_id = r.merchant_id and o.id = r.order_id and o.expires_at = r.expired_at
      where r.merchant_id = ${merchantId} and o.status in (${payableLiterals})) as renewals,
    (select count(*)::int from tax_submissions s where s.merchant_id = ${merchantId} and s.state = 'rejected'
      and not exists (select from tax_documents d
        where d.merchant_id = s.merchant_id and d.replaces_id = s.document_id)) as rejected,
    (select count(*)::int from egs_units where merchant_id = ${merchantId} and state = 'stopped') as stopped,
    (select count(*)::int from egs_units where merchant_id = ${merchantId} and state = 'held') as held,
    (select count(*)::int from webhook_endpoints where merchant_id = ${merchantId}
      and disabled_reason = 'failing' and removed_at is null) as disabled,
    (select count(*)::int ${failed}) as messages,
    (select coalesce(jsonb_agg(c), '[]') from (
      select channel as account, count(*)::int as count ${failed} and class = 'account' group by 1 order by 1) c) as channels,
    (select coalesce(jsonb_agg(s), '[]') from (
      select currency, count(*)::int as count, sum(amount)::bigint as amount from refund_approvals
      where merchant_id = ${merchantId} and state = 'requested' and expires_at > ${new Date(now)}
      group by 1 order by 1) s) as approvals,
    (select coalesce(jsonb_agg(s), '[]') from (
      select r.currency, count(*)::int as count, sum(r.amount)::bigint as amount from refunds r
      where r.merchant_id = ${merchantId} and r.state = 'declined' and not r.is_surplus
        and r.updated_at >= ${new Date(now - declinedRefundsMs)} and ${isLastOfItsOrder}
      group by 1 order by 1) s) as declined,
    (select coalesce(jsonb_agg(s), '[]') from (
      select a.currency, count(*)::int as count, sum(${takenAmount})::bigint as amount from payment_attempts a
      where a.merchant_id = ${merchantId} and a.state = 'surplus' and not ${isGoingBack}
      group by 1 order by 1) s) as surplus,
    (select coalesce(jsonb_agg(s), '[]') from (
      select currency, count(*)::int as count, sum(amount)::bigint as amount from payment_attempts
      where merchant_id = ${merchantId} and state = 'authorised'
        and settled_at <= ${new Date(now - timing.collectionOverdueMs)}
      group by 1 order by 1) s) as uncollected`.execute(db);
  const [found] = rows;
  if (!found) throw new Error("a statement without a table gives one row");
  return found;
}
