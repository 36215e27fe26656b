/** How far buyers came with the invoices of a period, or with the orders of a product link. */
import { type Kysely, sql } from "kysely";
import type { FunnelReport } from "#contract/funnel.ts";
import { readLinkIdentity } from "#core/crockford.ts";
import { isTaken, messageStates } from "#core/messages/message-state.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { failureOf } from "../payments/failure.ts";
import type { Days } from "./report-period.ts";
import { spanOf } from "./report-period.ts";

type Steps = Pick<FunnelReport, "issued" | "sent" | "opened" | "started" | "declined" | "paid">;

type Asked = { readonly merchantId: number; readonly days: Days; readonly linkIdentity: string | undefined };

/**
 * Counts the steps for one merchant.
 * @throws Problem `not_found` for a link that is not the merchant's
 */
export async function readFunnel(
  db: Kysely<Schema>,
  { merchantId, days, linkIdentity }: Asked,
): Promise<FunnelReport> {
  const link = linkIdentity === undefined ? null : await findLink(db, merchantId, linkIdentity);
  const { since, before } = spanOf(days);
  const ofWhat = link ? sql`o.product_link_id = ${link.id}` : sql`o.source = 'api'`;
  const chosen = sql`chosen as materialized (select o.id, o.paid_at from orders o where o.merchant_id = ${merchantId}
    and o.created_at >= ${since} and o.created_at < ${before} and ${ofWhat})`;
  const takenStates = sql.join(messageStates.filter(isTaken).map((state) => sql.lit(state)));
  const { rows } = await sql<Steps>`
    with ${chosen}, tries as (
      select a.order_id, bool_or(a.state = 'declined') as is_declined from payment_attempts a
      where a.merchant_id = ${merchantId} and a.order_id in (select id from chosen) group by 1
    ), messaged as (
      select distinct m.order_id from messages m where m.merchant_id = ${merchantId} and m.kind = 'payment_link'
        and m.state in (${takenStates}) and m.order_id in (select id from chosen)
    )
    select count(*)::int as issued, count(m.order_id)::int as sent, count(v.order_id)::int as opened,
      count(t.order_id)::int as started, count(*) filter (where t.is_declined)::int as declined,
      count(c.paid_at)::int as paid
    from chosen c left join tries t on t.order_id = c.id left join messaged m on m.order_id = c.id
      left join order_views v on v.merchant_id = ${merchantId} and v.order_id = c.id`.execute(db);
  const [steps] = rows;
  if (!steps) throw new Error("a count without a row");
  const reasons = await sql<{ reason: string | null; count: number }>`
    with ${chosen}
    select last.reason, count(*)::int as count from (
      select distinct on (a.order_id) a.decline_reason as reason from payment_attempts a
      where a.merchant_id = ${merchantId} and a.state = 'declined' and a.order_id in (select id from chosen)
      order by a.order_id, a.created_at desc, a.id desc) last
    group by 1 order by 2 desc, 1`.execute(db);
  return {
    ...days,
    linkIdentity: link?.identity ?? null,
    looked: link && (await viewsOf(db, { merchantId, linkId: link.id, days })),
    ...steps,
    reasons: reasons.rows.map(({ reason, count }) => ({
      code: failureOf({ state: "declined", reason }).code,
      count,
    })),
  };
}

async function findLink(db: Kysely<Schema>, merchantId: number, text: string) {
  const link = await db
    .selectFrom("product_links")
    .select(["id", "link_identity as identity"])
    .where("merchant_id", "=", merchantId)
    .where("link_identity", "=", readLinkIdentity(text) ?? "")
    .executeTakeFirst();
  if (!link) throw new Problem("not_found");
  return link;
}

async function viewsOf(
  db: Kysely<Schema>,
  { merchantId, linkId, days }: { readonly merchantId: number; readonly linkId: number; readonly days: Days },
): Promise<number> {
  const { rows } = await sql<{ views: number }>`select coalesce(sum(views), 0)::int as views from link_views
    where merchant_id = ${merchantId} and product_link_id = ${linkId}
      and day between ${days.from}::date and ${days.to}::date`.execute(db);
  return rows[0]?.views ?? 0;
}
