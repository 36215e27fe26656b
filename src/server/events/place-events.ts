/**
 * Gives committed events their position, in which merchants read them. An id is taken when an event is
 * written and may be committed late, so that a reader who reads by ids would miss it; a position is given afterwards,
 * by one process at a time (an advisory lock until the commit), so that none appears before one that was read. The same
 * statement has them delivered: an event is out and on its way to webhooks and messages, or neither.
 */
import { sql } from "kysely";
import type { Services } from "../services.ts";

/** Any number; held while positions are given. */
const advisoryLockId = 5_120_377;
const batchSize = 500;
/** Of the oldest events without a position so many are looked at, to take some of each merchant. */
const mostLookedAt = 20_000;

/**
 * Gives positions to up to 500 events, and a delivery with its job to every endpoint that wants them. Merchants take turns, each
 * with its oldest: one that writes thousands at once delays no other. Nothing is done while another process is at it.
 * @returns how many events
 */
export async function placeEvents({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const now = new Date(clock.now());
  const { rows } = await sql<{ placed: number }>`
    with lock as materialized (
      select pg_try_advisory_xact_lock(${advisoryLockId}::bigint) as is_ours
    ), due as materialized (
      select id from (
        select id, row_number() over (partition by merchant_id order by id) as turn
        from (
          select id, merchant_id from events
          where position is null and public_id is not null and (select is_ours from lock)
          order by id limit ${mostLookedAt}
        ) oldest
      ) waiting
      order by turn, id limit ${batchSize}
    ), numbered as materialized (
      select id, nextval('event_positions') as position from due
    ), placed as (
      update events e set position = n.position from numbered n
      -- Of what another process has placed since this statement began, nothing is placed again.
      where e.id = n.id and e.position is null
      returning e.id, e.merchant_id, e.type, e.data, e.position
    ), delivered as (
      insert into webhook_deliveries (merchant_id, endpoint_id, event_id, cause, created_at, next_try_at)
      select p.merchant_id, w.id, p.id, case p.type when 'webhook_endpoint.test' then 'test' else 'event' end,
        ${now}::timestamptz, ${now}::timestamptz
      from placed p
      join webhook_endpoints w on w.merchant_id = p.merchant_id and w.removed_at is null
        and case when p.type = 'webhook_endpoint.test' then w.id = (p.data ->> 'id')::bigint
          else w.disabled_at is null and (w.types = '{}' or p.type = any(w.types)) end
      order by p.position
      returning merchant_id, id, endpoint_id
    ), queued as (
      insert into jobs (merchant_id, kind, lane, payload, run_at, created_at)
      select merchant_id, 'webhook', 'webhook:' || endpoint_id, jsonb_build_object('deliveryId', id), ${now}, ${now}
      from delivered
    ), planned as (
      -- What goes to buyers and merchants because of it (messages/plan-messages.ts).
      insert into jobs (merchant_id, kind, lane, payload, run_at, created_at)
      select p.merchant_id, 'message_plan', 'message_plan:' || p.merchant_id, jsonb_build_object('eventId', p.id),
        ${now}, ${now}
      from placed p
      join message_settings s on s.merchant_id = p.merchant_id and p.type = any(s.event_types)
    ), pushed as (
      -- Devices of the shop's people that show payments, buyers who ask for a link or a return, and refused refunds (push/send-push.ts).
      insert into jobs (merchant_id, kind, lane, payload, run_at, created_at)
      select p.merchant_id, 'push', 'push:' || d.service,
        jsonb_build_object('subscriptionId', d.id, 'eventId', p.id), ${now}, ${now}
      from placed p
      join push_subscriptions d on d.merchant_id = p.merchant_id
        and p.type in ('invoice.paid', 'invoice.renewal_requested', 'return.requested', 'refund.declined')
    )
    select count(*) as placed from placed`.execute(db.kysely);
  return rows[0]?.placed ?? 0;
}
