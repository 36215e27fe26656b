-- An order and the attempt that settled it agree however they come to differ: 0001 looked only where `settled_at`
-- was updated, so a settled attempt could be inserted for an open order, removed from a paid one, moved to another
-- order, or ended as cancelled while its order stayed paid.

-- Replaces the function of 0001; the triggers on orders call this one from now on.
create or replace function order_and_attempt_agree() returns trigger language plpgsql as $$
declare
  subject bigint;
  order_status text;
  settling_state text;
begin
  if tg_table_name = 'orders' then
    subject := new.id;
  elsif tg_op = 'DELETE' then
    subject := old.order_id;
  else
    subject := new.order_id;
  end if;
  select o.status, a.state into order_status, settling_state
    from orders o left join payment_attempts a on a.order_id = o.id and a.settled_at is not null
    where o.id = subject;
  -- A refunded attempt's money was taken, too. That its order becomes REFUNDED with it is left to the program, which
  -- writes both in one transaction.
  if (case
      when order_status in ('PAID', 'PAID_LINK', 'COMPLETED_INVOICE', 'COMPLETED_ORDER')
        then coalesce(settling_state, 'none') in ('authorised', 'captured', 'refunded')
      when order_status = 'REFUNDED' then settling_state is not null
      else settling_state is null
    end) is not true then
    raise exception 'order % is % while its settling attempt is %', subject, order_status,
      coalesce(settling_state, 'missing') using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Still at commit, and only where something settles or had settled: attempts that begin or are declined cost nothing.
drop trigger attempt_agrees_with_order on payment_attempts;
create constraint trigger attempt_born_settled after insert on payment_attempts
  deferrable initially deferred for each row when (new.settled_at is not null)
  execute function order_and_attempt_agree();
create constraint trigger attempt_agrees_with_order after update of settled_at, state on payment_attempts
  deferrable initially deferred for each row
  when (new.settled_at is not null and (old.settled_at is null or old.state is distinct from new.state))
  execute function order_and_attempt_agree();
create constraint trigger settled_attempt_stays after delete on payment_attempts
  deferrable initially deferred for each row when (old.settled_at is not null)
  execute function order_and_attempt_agree();

-- What an order was paid by is not rewritten: which order it was, how much, in which currency, and when.
create function keep_settlement() returns trigger language plpgsql as $$
begin
  raise exception 'attempt % has settled order %', old.id, old.order_id using errcode = 'check_violation';
end $$;
create trigger settlement_stays before update of order_id, amount, currency, settled_at on payment_attempts
  for each row when (old.settled_at is not null and (old.order_id, old.amount, old.currency, old.settled_at)
    is distinct from (new.order_id, new.amount, new.currency, new.settled_at))
  execute function keep_settlement();

-- An order that counts as paid, or was, says since when.
alter table orders add constraint paid_orders_say_when
  check (status in ('CREATED', 'PENDING', 'CANCELLED') or paid_at is not null);
