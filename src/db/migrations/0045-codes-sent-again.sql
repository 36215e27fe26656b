-- A one-time code that is sent again is the same try to pay (docs/decisions/0057). STC Pay and UR Pay want a number of
-- their own for every code, and money may come for each: so each code has a row, and the rows of a try are tied together.

alter table payment_attempts
  -- The first code of the try; null: this is the first, or no code is sent by this method.
  add column resend_of text references payment_attempts check (resend_of <> id),
  -- Put aside because its buyer had another code sent: no try of its own any more, whatever becomes of it.
  add column is_resent boolean not null default false,
  add constraint a_code_that_was_sent_again_is_over check (not is_resent or state in
    ('superseded', 'declined', 'cancelled', 'expired', 'surplus', 'refunded')),
  add constraint a_code_that_was_sent_again_settles_nothing check (not is_resent or settled_at is null);
create index attempts_by_try on payment_attempts (resend_of) where resend_of is not null;

create function tie_code_to_its_try() returns trigger language plpgsql as $$
begin
  if not exists (select from payment_attempts first
      where first.id = new.resend_of and first.resend_of is null and first.order_id = new.order_id
        and first.method = new.method and first.provider = new.provider
        and first.amount = new.amount and first.currency = new.currency) then
    raise exception 'code % is not of the try %', new.id, new.resend_of using errcode = 'check_violation';
  end if;
  if exists (select from payment_attempts other
      where (other.id = new.resend_of or other.resend_of = new.resend_of) and not other.is_resent) then
    raise exception 'the try % still has a code', new.resend_of using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger code_is_tied_to_its_try before insert on payment_attempts
  for each row when (new.resend_of is not null) execute function tie_code_to_its_try();

create function refuse_other_try() returns trigger language plpgsql as $$
begin
  raise exception 'attempt % stays in its try', old.id using errcode = 'check_violation';
end $$;
create trigger codes_stay_in_their_try before update of resend_of, is_resent on payment_attempts
  for each row when (old.resend_of is distinct from new.resend_of or (old.is_resent and not new.is_resent))
  execute function refuse_other_try();

-- By which id an attempt is told: a code that was sent again by that of its try, unless money came for the first code
-- itself; then each stands for itself.
create function told_attempt_id(attempt payment_attempts) returns text language sql stable as $$
  select case
    when attempt.is_resent or attempt.resend_of is null then attempt.id
    when exists (select from payment_attempts first
      where first.id = attempt.resend_of and first.state in ('surplus', 'refunded')) then attempt.id
    else attempt.resend_of
  end
$$;

-- The tries of orders, as merchants are told of them: each once, by its last code; and every code that money came for.
create view told_attempts as
  select a.*, coalesce(first.id, a.id) as told_id, coalesce(first.created_at, a.created_at) as begun_at
  from payment_attempts a
  -- The rule of told_attempt_id: one look-up, and only for a code that was sent again.
  left join payment_attempts first
    on first.id = a.resend_of and not a.is_resent and first.state not in ('surplus', 'refunded')
  where not a.is_resent or a.state in ('surplus', 'refunded');

-- Replaces the function of 0029: tries instead of attempts, and an event is of a try.
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
