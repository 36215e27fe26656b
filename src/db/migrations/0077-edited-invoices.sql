-- What a merchant keeps with an invoice, until when it should be paid, what it replaces, and when it may change
-- (docs/decisions/0091). With a million orders: a second, in which nothing else reads or writes orders.

-- Texts by names, the merchant's own: at most 50, names of 40 and values of 500 characters.
create function is_metadata(data jsonb) returns boolean language sql immutable as $$
  select case when jsonb_typeof(data) <> 'object' then false else (
    select count(*) <= 50 and coalesce(bool_and(key ~ '^[A-Za-z0-9_.-]{1,40}$' and jsonb_typeof(value) = 'string'
      and length(value #>> '{}') between 1 and 500), true)
    from jsonb_each(data)) end
$$;
-- The merchant stands in each, so that one merchant's look-up never meets another's rows.
create function metadata_terms(merchant_id bigint, data jsonb) returns text[] language sql immutable as $$
  select array_agg(merchant_id || ' ' || key || ' ' || value) from jsonb_each_text(data)
$$;

alter table orders
  add column metadata jsonb not null default '{}',
  add constraint metadata_is_texts check (metadata = '{}' or is_metadata(metadata)),
  -- A day in Riyadh. Paying is not refused after it.
  add column due_date date,
  -- The invoice in whose place this one was issued, at another address.
  add column replaces_id bigint,
  add foreign key (merchant_id, replaces_id) references orders (merchant_id, id);

create unique index one_invoice_in_anothers_place on orders (merchant_id, replaces_id) where replaces_id is not null;
create index orders_by_metadata on orders using gin (metadata_terms(merchant_id, metadata)) where metadata <> '{}';
create index orders_by_due on orders (merchant_id, status, due_date, id) where due_date is not null;

-- What was replaced is closed for good: nothing leaves CANCELLED.
create function replaces_what_is_closed() returns trigger language plpgsql as $$
begin
  if not exists (select from orders o join order_statuses s on s.status = o.status
      where o.merchant_id = new.merchant_id and o.id = new.replaces_id and s.standing = 'cancelled') then
    raise exception 'order % is not closed and has no other in its place', new.replaces_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger replaces_what_is_closed before insert or update of replaces_id on orders
  for each row when (new.replaces_id is not null) execute function replaces_what_is_closed();

-- What a buyer is asked to pay changes only while no money may be on its way for it, and never under a page that shows the old content:
-- the version is part of the order's signature.
create function may_content_change(merchant bigint, subject bigint) returns boolean language sql stable as $$
  select exists (select from orders o join order_statuses s on s.status = o.status
      where o.merchant_id = merchant and o.id = subject and s.standing = 'payable')
    and not exists (select from payment_attempts a where a.merchant_id = merchant and a.order_id = subject
      and (a.state in ('in_flight', 'authorised', 'captured', 'surplus') or (a.state = 'unknown' and a.step = 'confirm')))
$$;
create function keep_content() returns trigger language plpgsql as $$
begin
  if new.version <= old.version then
    raise exception 'order % changes under the version that its buyer saw', old.id using errcode = 'check_violation';
  end if;
  if not may_content_change(old.merchant_id, old.id) then
    raise exception 'order % is closed, or being paid', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger content_stays before update of currency, total, sub_total, discount, vat, client_id, agreement_id, tax_form
  on orders for each row when (row(old.currency, old.total, old.sub_total, old.discount, old.vat, old.client_id,
    old.agreement_id, old.tax_form) is distinct from row(new.currency, new.total, new.sub_total, new.discount, new.vat,
    new.client_id, new.agreement_id, new.tax_form)) execute function keep_content();
create function keep_lines() returns trigger language plpgsql as $$
begin
  if not may_content_change(old.merchant_id, old.order_id) then
    raise exception 'order % is closed, or being paid', old.order_id using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger lines_stay before delete or update of qty_thousandths, unit_price, sold_unit_price, vat_bps, line_net,
  line_discount, line_vat on order_lines for each row execute function keep_lines();

create or replace function is_published_event(type text) returns boolean language sql immutable as $$
  select type in (
    'invoice.created', 'invoice.viewed', 'invoice.updated', 'invoice.paid', 'invoice.expired', 'invoice.cancelled',
    'invoice.refunded', 'payment.attempted', 'payment.failed', 'payment.unknown', 'payment.surplus',
    'message.sent', 'message.failed', 'tax_document.issued', 'tax_document.reported', 'tax_document.cleared',
    'tax_document.rejected', 'tax_document.delayed', 'tax_unit.stopped',
    'webhook_endpoint.disabled', 'webhook_endpoint.test'
  )
$$;

-- As in 0057, with metadata and the due date.
create or replace function publish_event() returns trigger language plpgsql as $$
begin
  -- Time first, so that new ones land at the end of the index.
  new.public_id := 'evt_' || lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || substr(replace(gen_random_uuid()::text, '-', ''), 1, 20);
  if new.attempt_id is not null then
    new.attempt_id := coalesce(
      (select told_attempt_id(a) from payment_attempts a where a.id = new.attempt_id), new.attempt_id);
  end if;
  if new.order_id is not null then
    select jsonb_build_object(
      'orderNumber', o.order_number, 'externalOrderNumber', o.external_order_number, 'status', o.status,
      'currency', o.currency, 'total', o.total, 'paid', o.captured_total, 'refunded', o.refunded_total,
      'createdAt', o.created_at, 'expiresAt', o.expires_at, 'paidAt', o.paid_at, 'cancelledAt', o.cancelled_at,
      'dueDate', o.due_date, 'metadata', o.metadata,
      -- Looked for only where something was paid: most events are of before.
      'money', case when o.captured_total = 0 then '[]' else (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', a.told_id, 'method', a.method, 'state', a.state, 'amount', a.amount, 'currency', a.currency,
          'brand', a.paid_brand, 'lastFour', a.paid_last_four, 'startedAt', a.begun_at, 'settledAt', a.settled_at,
          'updatedAt', a.updated_at, 'refunded', case when o.refunded_total = 0 then 0 else (
            select coalesce(sum(r.amount), 0) from refunds r
            where r.order_id = o.id and r.attempt_id = a.id and r.state = 'refunded' and not r.is_surplus) end
          ) order by a.settled_at, a.id), '[]')
        from told_attempts a where a.order_id = o.id and a.settled_at is not null
      ) end,
      'payments', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', a.told_id, 'method', a.method, 'state', a.state, 'amount', a.amount, 'received', a.received_amount,
          'reason', a.decline_reason, 'brand', a.paid_brand, 'lastFour', a.paid_last_four,
          'createdAt', a.begun_at, 'updatedAt', a.updated_at) order by a.created_at desc, a.id desc), '[]')
        from (
          select * from told_attempts where order_id = o.id order by created_at desc, id desc limit 50
        ) a
      )
    ) into new.invoice
    from orders o where o.id = new.order_id;
  end if;
  return new;
end $$;
