-- What a status or a state means is asked of the tables of 0043, and no function lists names any more (docs/decisions/0275).
-- A standing is a row with its facts of core/order-status.ts; a test compares them.
create table order_standings (
  standing text primary key,
  -- The money was taken and the order counts as paid.
  paid boolean not null,
  -- The money was taken, whether or not it was given back later.
  was_paid boolean not null check (was_paid or not paid)
);
insert into order_standings values
  ('payable', false, false), ('paid', true, true), ('cancelled', false, false), ('refunded', false, true);
alter table order_statuses drop constraint order_statuses_standing_check;
alter table order_statuses add foreign key (standing) references order_standings (standing);

-- While an attempt is here, no other is started, and what it pays stays as it is.
alter table attempt_states add column blocks_start boolean;
update attempt_states set blocks_start = state in ('in_flight', 'unknown', 'authorised', 'captured');
alter table attempt_states alter column blocks_start set not null;

-- As in 0043, for every standing whose papers exist: else money went back, and the note of it could never be written.
create or replace function tax_document_of_paid_order() returns trigger language plpgsql as $$
begin
  if not exists (select from orders o join order_statuses s on s.status = o.status
      join order_standings f on f.standing = s.standing where o.id = new.order_id and f.was_paid) then
    raise exception 'order % is not paid', new.order_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- As in 0060, by standing: another status of closed orders frees what it held, another one that may be paid keeps it.
create or replace function holds_follow_order() returns trigger language plpgsql as $$
declare
  of_order text;
begin
  select standing into of_order from order_statuses where status = new.status;
  if of_order = 'payable' then return null; end if;
  if exists (select from stock_holds where merchant_id = new.merchant_id and order_id = new.id
        and state <> case of_order when 'cancelled' then 'released' else 'sold' end)
      or exists (select from coupon_uses where merchant_id = new.merchant_id and order_id = new.id
        and state <> case of_order when 'cancelled' then 'released' else 'used' end) then
    raise exception 'order % is % and its holds are not', new.order_number, new.status using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- As in 0077. An unknown start took nothing, so that its state alone does not say it; surplus waits to go back.
create or replace function may_content_change(merchant bigint, subject bigint) returns boolean language sql stable as $$
  select exists (select from orders o join order_statuses s on s.status = o.status
      where o.merchant_id = merchant and o.id = subject and s.standing = 'payable')
    and not exists (select from payment_attempts a left join attempt_states t on t.state = a.state
      where a.merchant_id = merchant and a.order_id = subject
        and (a.state = 'surplus' or (t.blocks_start is not false and not (a.state = 'unknown' and a.step = 'start'))))
$$;

-- As in 0235: what gives its place back has held one until now.
create or replace function give_place_back() returns trigger language plpgsql as $$
begin
  if exists (select from order_statuses where status = new.status and standing = 'cancelled')
      and not exists (select from order_statuses where status = old.status and standing = 'cancelled')
      and link_has_maximum(new.merchant_id, new.product_link_id) then
    update product_links set places_taken = places_taken - 1
      where merchant_id = new.merchant_id and id = new.product_link_id;
  end if;
  return null;
end $$;

-- As in 0220, for every standing that counts as paid.
create or replace function check_return_request() returns trigger language plpgsql as $$
declare
  moved constant text[] := array['state', 'words', 'answer', 'answered_at', 'answered_by', 'withdrawn_at'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'requested' then
      raise exception 'a return begins as a request' using errcode = 'check_violation';
    end if;
    if not exists (select from orders o join order_statuses s using (status)
      join order_standings f on f.standing = s.standing
      where o.merchant_id = new.merchant_id and o.id = new.order_id and f.paid) then
      raise exception 'nothing comes back of an order that is not paid' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if to_jsonb(new) - moved <> to_jsonb(old) - moved
    -- Words are taken away with the buyer's data, and never put in another's place.
    or (new.words is distinct from old.words and new.words is not null)
    or (new.state = old.state
      and (new.answered_at, new.answered_by, new.withdrawn_at) is distinct from (old.answered_at, old.answered_by, old.withdrawn_at))
    or (new.state = old.state and new.answer is distinct from old.answer and new.answer is not null)
    or (new.state <> old.state
      and not exists (select from return_request_moves where from_state = old.state and to_state = new.state)) then
    raise exception 'a request for a return that is % may not become %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- What a try is counted as: a card, a code, or the wallet by its name. Which wallets there are the catalogue of methods says.
alter table payment_tries drop constraint payment_tries_kind_check;
alter table payment_tries add constraint payment_tries_kind_check check (length(kind) between 1 and 40);
