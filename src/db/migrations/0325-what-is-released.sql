-- What an order held is given back by a fact of its standing, not by the name of one (docs/decisions/0325).
alter table order_standings add column releases boolean;
update order_standings set releases = standing = 'cancelled';
alter table order_standings alter column releases set not null;
-- What was paid has sold what it held.
alter table order_standings add check (not (releases and was_paid));

-- As in 0290, by the fact: what was paid has what it held, what releases has given it back, anything else keeps it.
create or replace function holds_follow_order() returns trigger language plpgsql as $$
declare
  wanted text;
begin
  select case when f.was_paid then 'taken' when f.releases then 'released' end into wanted
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

-- As in 0235, by the fact.
create or replace function places_taken_of(of_merchant bigint, of_link bigint) returns integer language sql stable as $$
  select count(*)::int from orders o join order_statuses s on s.status = o.status
    join order_standings f on f.standing = s.standing
    where o.merchant_id = of_merchant and o.product_link_id = of_link and not f.releases
$$;

-- As in 0275, by the fact: what gives its place back has held one until now.
create or replace function give_place_back() returns trigger language plpgsql as $$
begin
  if exists (select from order_statuses s join order_standings f on f.standing = s.standing
        where s.status = new.status and f.releases)
      and not exists (select from order_statuses s join order_standings f on f.standing = s.standing
        where s.status = old.status and f.releases)
      and link_has_maximum(new.merchant_id, new.product_link_id) then
    update product_links set places_taken = places_taken - 1
      where merchant_id = new.merchant_id and id = new.product_link_id;
  end if;
  return null;
end $$;

-- As in 0090, by the fact: no shop's number has two invoices that can be paid, and what releases is not paid any more.
create or replace function refuse_leaving_open_invoice() returns trigger language plpgsql as $$
begin
  if not exists (select from orders o join order_statuses s on s.status = o.status
      join order_standings f on f.standing = s.standing
      where o.merchant_id = new.merchant_id and o.id = new.order_id and f.releases) then
    raise exception 'order % of % is not closed unpaid', new.order_id, new.shop_number using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- As in 0077, by the fact.
create or replace function replaces_what_is_closed() returns trigger language plpgsql as $$
begin
  if not exists (select from orders o join order_statuses s on s.status = o.status
      join order_standings f on f.standing = s.standing
      where o.merchant_id = new.merchant_id and o.id = new.replaces_id and f.releases) then
    raise exception 'order % is not closed and has no other in its place', new.replaces_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
