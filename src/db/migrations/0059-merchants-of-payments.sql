-- The merchant in the keys of attempts, refunds and what hangs on them (docs/decisions/0076). With a million attempts of
-- four log entries: a minute and a half, in which nothing else reads or writes payments.
lock table orders, payment_attempts, attempt_events, events, late_checks, payment_tries, card_sessions,
  three_d_secure_pages, refunds, refund_tries, refund_lines;

alter table payment_attempts add column merchant_id bigint;
alter table attempt_events add column merchant_id bigint;
alter table late_checks add column merchant_id bigint;
alter table card_sessions add column merchant_id bigint;
alter table three_d_secure_pages add column merchant_id bigint;
alter table refunds add column merchant_id bigint;
alter table refund_tries add column merchant_id bigint;

update payment_attempts a set merchant_id = o.merchant_id from orders o where o.id = a.order_id;
update card_sessions s set merchant_id = o.merchant_id from orders o where o.id = s.order_id;
update refunds r set merchant_id = o.merchant_id from orders o where o.id = r.order_id;
update late_checks c set merchant_id = a.merchant_id from payment_attempts a where a.id = c.attempt_id;
update three_d_secure_pages p set merchant_id = a.merchant_id from payment_attempts a where a.id = p.attempt_id;
alter table attempt_events disable trigger attempt_events_only_grow;
update attempt_events e set merchant_id = a.merchant_id from payment_attempts a where a.id = e.attempt_id;
alter table attempt_events enable trigger attempt_events_only_grow;
alter table refund_tries disable trigger refund_tries_only_grow;
update refund_tries t set merchant_id = r.merchant_id from refunds r where r.id = t.refund_id;
alter table refund_tries enable trigger refund_tries_only_grow;

-- Everything that refers to an attempt or a refund by its id alone.
alter table payment_attempts drop constraint payment_attempts_resend_of_fkey;
alter table attempt_events drop constraint attempt_events_attempt_id_fkey;
alter table events drop constraint events_attempt_id_fkey;
alter table late_checks drop constraint late_checks_attempt_id_fkey;
alter table payment_tries drop constraint payment_tries_attempt_id_fkey;
alter table three_d_secure_pages drop constraint three_d_secure_pages_attempt_id_fkey;
alter table refunds drop constraint refunds_attempt_id_fkey;
alter table refund_tries drop constraint refund_tries_refund_id_fkey;
alter table refund_lines drop constraint refund_lines_refund_id_fkey;

alter table payment_attempts
  alter column merchant_id set not null,
  drop constraint payment_attempts_order_id_fkey,
  drop constraint payment_attempts_pkey,
  add primary key (merchant_id, id),
  -- Providers bring it back alone, and no two merchants may have the same at a provider's account that they share.
  add constraint payment_attempts_id_key unique (id),
  add foreign key (merchant_id, order_id) references orders (merchant_id, id),
  add foreign key (merchant_id, resend_of) references payment_attempts;
drop index one_live_attempt_per_order;
create unique index one_live_attempt_per_order on payment_attempts (merchant_id, order_id)
  where state in ('in_flight', 'awaiting_buyer', 'unknown', 'authorised', 'captured');
drop index one_settling_attempt_per_order;
create unique index one_settling_attempt_per_order on payment_attempts (merchant_id, order_id)
  where settled_at is not null;

alter table attempt_events
  alter column merchant_id set not null,
  drop constraint attempt_events_pkey,
  add primary key (merchant_id, attempt_id, sequence),
  add foreign key (merchant_id, attempt_id) references payment_attempts;
alter table events add foreign key (merchant_id, attempt_id) references payment_attempts;
alter table late_checks
  alter column merchant_id set not null,
  drop constraint late_checks_pkey,
  add primary key (merchant_id, attempt_id),
  add foreign key (merchant_id, attempt_id) references payment_attempts;
drop index late_checks_new;
create index late_checks_new on late_checks (merchant_id, attempt_id) where due_at is null and not is_over;
alter table payment_tries
  drop constraint payment_tries_pkey,
  add primary key (merchant_id, attempt_id),
  add foreign key (merchant_id, attempt_id) references payment_attempts;
-- What a browser brings alone stays the key of these two: it leads to the merchant.
alter table card_sessions
  alter column merchant_id set not null,
  drop constraint card_sessions_order_id_fkey,
  add foreign key (merchant_id, order_id) references orders (merchant_id, id);
alter table three_d_secure_pages
  alter column merchant_id set not null,
  add foreign key (merchant_id, attempt_id) references payment_attempts;

alter table refunds
  alter column merchant_id set not null,
  drop constraint refunds_order_id_fkey,
  drop constraint refunds_pkey,
  add primary key (merchant_id, id),
  add foreign key (merchant_id, order_id) references orders (merchant_id, id),
  add foreign key (merchant_id, attempt_id) references payment_attempts;
drop index one_open_refund_per_attempt;
create unique index one_open_refund_per_attempt on refunds (merchant_id, attempt_id)
  where state in ('in_flight', 'unknown', 'pending');
alter table refund_tries
  alter column merchant_id set not null,
  drop constraint refund_tries_pkey,
  add primary key (merchant_id, refund_id, sequence),
  add foreign key (merchant_id, refund_id) references refunds;
alter table refund_lines
  drop constraint refund_lines_pkey,
  add primary key (merchant_id, refund_id, position),
  add foreign key (merchant_id, refund_id) references refunds;

-- Rows that do not name their merchant (0058).
create trigger merchant_is_taken before insert on payment_attempts
  for each row when (new.merchant_id is null) execute function take_merchant('orders', 'order_id');
create trigger merchant_is_taken before insert on card_sessions
  for each row when (new.merchant_id is null) execute function take_merchant('orders', 'order_id');
create trigger merchant_is_taken before insert on refunds
  for each row when (new.merchant_id is null) execute function take_merchant('orders', 'order_id');
create trigger merchant_is_taken before insert on attempt_events
  for each row when (new.merchant_id is null) execute function take_merchant('payment_attempts', 'attempt_id');
create trigger merchant_is_taken before insert on three_d_secure_pages
  for each row when (new.merchant_id is null) execute function take_merchant('payment_attempts', 'attempt_id');
create trigger merchant_is_taken before insert on refund_tries
  for each row when (new.merchant_id is null) execute function take_merchant('refunds', 'refund_id');

-- As in 0013.
create or replace function ask_once_more() returns trigger language plpgsql as $$
begin
  insert into late_checks (merchant_id, attempt_id) values (new.merchant_id, new.id)
    on conflict (merchant_id, attempt_id) do nothing;
  return null;
end $$;

-- As in 0043.
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
  return null;
end $$;

-- As in 0058.
create or replace function refund_lines_agree() returns trigger language plpgsql as $$
begin
  if (select sum(taxable + vat) from refund_lines where merchant_id = new.merchant_id and refund_id = new.refund_id)
      is distinct from (select amount from refunds where merchant_id = new.merchant_id and id = new.refund_id) then
    raise exception 'the lines of refund % do not come to its amount', new.refund_id using errcode = 'check_violation';
  end if;
  if exists (
    select from refund_lines l
      join refunds r on r.merchant_id = l.merchant_id and r.id = l.refund_id and r.state <> 'declined'
      join order_lines o on o.merchant_id = l.merchant_id and o.order_id = l.order_id and o.position = l.position
    where l.merchant_id = new.merchant_id and l.order_id = new.order_id and l.position = new.position
    group by o.merchant_id, o.order_id, o.position
    having sum(l.taxable) > o.line_net - o.line_discount or sum(l.vat) > o.line_vat
      or sum(l.qty_thousandths) > o.qty_thousandths
  ) then
    raise exception 'more is given back of line % of order % than was sold', new.position, new.order_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
