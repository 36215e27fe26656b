-- The log of events becomes an outbox: what is written here, in the transaction that causes it, is what merchants read
-- and what their webhooks bring. Events of before this file stay what they were, entries of a log.

-- Some are of no order: a webhook endpoint that was switched off.
alter table events alter column order_id drop not null;

alter table events
  -- Known to merchants, and the same in every delivery; only published events have one.
  add column public_id text check (public_id ~ '^evt_[0-9a-f]{32}$'),
  -- The invoice and its payments right after what happened, in minor units; written out for merchants when read.
  add column invoice jsonb,
  -- The order in which merchants read. Given after the commit by one process at a time, so that nothing ever appears
  -- before something that was read already, as it would by `id`.
  add column position bigint,
  add constraint published_events_have_a_position check (position is null or public_id is not null);

create sequence event_positions;

create unique index events_by_public_id on events (public_id) where public_id is not null;
create unique index events_by_position on events (merchant_id, position) where position is not null;
create index events_by_type on events (merchant_id, type, position) where position is not null;
create index events_without_position on events (id) where position is null and public_id is not null;
-- An invoice is seen for the first time once.
create unique index one_view_of_an_order on events (order_id) where type = 'invoice.viewed';

-- The types of core/event-types.ts (a test compares them). All others are entries of our own log.
create function is_published_event(type text) returns boolean language sql immutable as $$
  select type in (
    'invoice.created', 'invoice.viewed', 'invoice.paid', 'invoice.expired', 'invoice.cancelled', 'invoice.refunded',
    'payment.attempted', 'payment.failed', 'payment.unknown', 'payment.surplus',
    'message.sent', 'message.failed', 'tax_document.issued',
    'webhook_endpoint.disabled', 'webhook_endpoint.test'
  )
$$;

-- Adds to a published event what every one has. Runs within the statement that writes the event and sees what that
-- statement has changed before: writers insert the event last.
create function publish_event() returns trigger language plpgsql as $$
begin
  -- Time first, so that new ones land at the end of the index.
  new.public_id := 'evt_' || lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || substr(replace(gen_random_uuid()::text, '-', ''), 1, 20);
  if new.order_id is not null then
    select jsonb_build_object(
      'orderNumber', o.order_number, 'externalOrderNumber', o.external_order_number, 'status', o.status,
      'currency', o.currency, 'total', o.total, 'paid', o.captured_total, 'refunded', o.refunded_total,
      'createdAt', o.created_at, 'expiresAt', o.expires_at, 'paidAt', o.paid_at, 'cancelledAt', o.cancelled_at,
      'payments', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', a.id, 'method', a.method, 'state', a.state, 'amount', a.amount, 'received', a.received_amount,
          'reason', a.decline_reason, 'brand', a.paid_brand, 'lastFour', a.paid_last_four,
          'createdAt', a.created_at, 'updatedAt', a.updated_at) order by a.created_at desc, a.id desc), '[]')
        from (
          select * from payment_attempts where order_id = o.id order by created_at desc, id desc limit 50
        ) a
      )
    ) into new.invoice
    from orders o where o.id = new.order_id;
  end if;
  return new;
end $$;
create trigger events_are_published before insert on events
  for each row when (is_published_event(new.type)) execute function publish_event();

-- Nothing of an event changes but that it gets its position, once.
drop trigger events_only_grow on events;
create trigger events_only_grow before delete or truncate on events
  for each statement execute function refuse_change();
create trigger events_are_not_rewritten
  before update of id, merchant_id, order_id, attempt_id, type, at, data, public_id, invoice on events
  for each statement execute function refuse_change();
create function refuse_second_position() returns trigger language plpgsql as $$
begin
  raise exception 'an event has its position for good' using errcode = 'insufficient_privilege';
end $$;
create trigger events_keep_their_position before update of position on events
  for each row when (old.position is not null) execute function refuse_second_position();

-- Invoices that ran out of time unpaid are told of once, by a job. Orders of links are cancelled then, which tells it.
alter table orders add column expired_at timestamptz;
alter table orders disable trigger order_changes_are_noted;
update orders set expired_at = expires_at
  where source = 'api' and status in ('CREATED', 'PENDING') and expires_at <= now();
alter table orders enable trigger order_changes_are_noted;
create index invoices_to_expire on orders (expires_at)
  where source = 'api' and status in ('CREATED', 'PENDING') and expired_at is null and expires_at is not null;
