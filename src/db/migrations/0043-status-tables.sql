-- What a status or a state means stands in one table each, with the facts of core/order-status.ts and
-- core/attempt-status.ts (a test compares them). A new status is a row here and its moves in order_transitions; no
-- function is written again. Until now four lists in checks and functions said which statuses count as paid.

create table order_statuses (
  status text primary key,
  standing text not null check (standing in ('payable', 'paid', 'cancelled', 'refunded'))
);
insert into order_statuses values
  ('CREATED', 'payable'), ('PENDING', 'payable'),
  ('PAID', 'paid'), ('PAID_LINK', 'paid'), ('COMPLETED_INVOICE', 'paid'), ('COMPLETED_ORDER', 'paid'),
  ('CANCELLED', 'cancelled'), ('REFUNDED', 'refunded');

create table attempt_states (
  state text primary key,
  -- The money is guaranteed or taken: the attempt settles its order.
  settles boolean not null
);
insert into attempt_states
select state, state in ('authorised', 'captured') from unnest(array['in_flight', 'awaiting_buyer', 'offered', 'unknown',
  'authorised', 'captured', 'declined', 'cancelled', 'expired', 'superseded', 'surplus', 'refunded']) as state;

-- No foreign key from the growing tables: every payment would lock the same few rows here. The moves are held by the
-- tables of moves, and the functions below refuse a status that is not listed.
alter table orders drop constraint orders_status_check;
alter table orders drop constraint paid_orders_say_when;
alter table payment_attempts drop constraint payment_attempts_state_check;

-- Replaces the function of 0010; the same triggers call it at commit. Those of orders skip CREATED and PENDING at
-- insert: what is born otherwise, under whatever name, is judged.
create or replace function order_and_attempt_agree() returns trigger language plpgsql as $$
declare
  subject bigint;
  order_status text;
  order_standing text;
  order_paid_at timestamptz;
  settling_state text;
  is_settled boolean;
begin
  if tg_table_name = 'orders' then
    subject := new.id;
  elsif tg_op = 'DELETE' then
    subject := old.order_id;
  else
    subject := new.order_id;
  end if;
  select o.status, s.standing, o.paid_at, a.state, coalesce(t.settles, false)
    into order_status, order_standing, order_paid_at, settling_state, is_settled
    from orders o
    left join order_statuses s on s.status = o.status
    left join payment_attempts a on a.order_id = o.id and a.settled_at is not null
    left join attempt_states t on t.state = a.state
    where o.id = subject;
  if (case order_standing
      when 'payable' then settling_state is null
      when 'cancelled' then settling_state is null
      when 'paid' then is_settled and order_paid_at is not null
      when 'refunded' then settling_state = 'refunded' and order_paid_at is not null
    end) is not true then
    raise exception 'order % is % while its settling attempt is % and it was paid at %', subject, order_status,
      coalesce(settling_state, 'missing'), coalesce(order_paid_at::text, 'no time') using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- An attempt is born in a state that is listed; where it goes from there is held by attempt_transitions.
create function refuse_unknown_attempt_state() returns trigger language plpgsql as $$
begin
  if not exists (select from attempt_states where state = new.state) then
    raise exception 'an attempt may not be %', new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger attempt_state_is_known before insert on payment_attempts
  for each row when (new.state not in ('in_flight')) execute function refuse_unknown_attempt_state();

-- Replaces the function of 0002: papers exist for what was paid, also when it was given back later.
create or replace function tax_document_of_paid_order() returns trigger language plpgsql as $$
begin
  if not exists (select from orders o join order_statuses s on s.status = o.status
      where o.id = new.order_id and s.standing in ('paid', 'refunded')) then
    raise exception 'order % is not paid', new.order_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Since when an order counts as paid is not taken away again (a check of 0009 until now).
create function keep_paid_at() returns trigger language plpgsql as $$
begin
  raise exception 'order % was paid at %', old.id, old.paid_at using errcode = 'check_violation';
end $$;
create trigger paid_at_stays before update of paid_at on orders
  for each row when (old.paid_at is not null and new.paid_at is null) execute function keep_paid_at();
