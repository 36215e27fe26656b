-- What a status that neither may be paid nor was paid does to payments and to what is held (docs/decisions/0290).

-- As in 0059. An order is closed or stopped unpaid only where no payment of it may take money: it would be owed back at once.
create or replace function order_and_attempt_agree() returns trigger language plpgsql as $$
declare
  subject bigint;
  order_merchant bigint;
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
  select o.merchant_id, o.status, s.standing, o.paid_at, a.state, coalesce(t.settles, false)
    into order_merchant, order_status, order_standing, order_paid_at, settling_state, is_settled
    from orders o
    left join order_statuses s on s.status = o.status
    left join payment_attempts a on a.merchant_id = o.merchant_id and a.order_id = o.id and a.settled_at is not null
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
  -- An unknown start took nothing, so that its state alone does not say it.
  if order_paid_at is null and order_standing <> 'payable' and exists (
      select from payment_attempts a join attempt_states t on t.state = a.state
        where a.merchant_id = order_merchant and a.order_id = subject
          and t.blocks_start and not (a.state = 'unknown' and a.step = 'start')) then
    raise exception 'order % is % while a payment of it may take money', subject, order_status
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- As in 0275. What was paid has what it held, what is cancelled gives it back; an order that is only stopped keeps it.
create or replace function holds_follow_order() returns trigger language plpgsql as $$
declare
  wanted text;
begin
  select case when f.was_paid then 'taken' when f.standing = 'cancelled' then 'released' end into wanted
    from order_statuses s join order_standings f on f.standing = s.standing where s.status = new.status;
  if wanted is null then return null; end if;
  if exists (select from stock_holds where merchant_id = new.merchant_id and order_id = new.id
        and state <> case wanted when 'taken' then 'sold' else wanted end)
      or exists (select from coupon_uses where merchant_id = new.merchant_id and order_id = new.id
        and state <> case wanted when 'taken' then 'used' else wanted end) then
    raise exception 'order % is % and its holds are not', new.order_number, new.status using errcode = 'check_violation';
  end if;
  return null;
end $$;
