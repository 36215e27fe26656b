-- An order is refunded exactly when all that paid it was given back: 0009 left that to the program, which writes both
-- in one transaction. A refund of a part moves neither; a surplus attempt has settled nothing and is not looked at.

-- Replaces the function of 0009; its triggers look at commit, at every move of an order and of a settled attempt.
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
  if (case
      when order_status in ('PAID', 'PAID_LINK', 'COMPLETED_INVOICE', 'COMPLETED_ORDER')
        then coalesce(settling_state, 'none') in ('authorised', 'captured')
      when order_status = 'REFUNDED' then coalesce(settling_state, 'none') = 'refunded'
      else settling_state is null
    end) is not true then
    raise exception 'order % is % while its settling attempt is %', subject, order_status,
      coalesce(settling_state, 'missing') using errcode = 'check_violation';
  end if;
  return null;
end $$;
