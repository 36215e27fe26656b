-- The orders that hold a place of a limited link are counted as they come and go, as coupons and stock are, so that no reading of the link
-- counts them (docs/decisions/0236). Only where there is a maximum: orders of all other links lock nothing.
lock table orders, product_links in share row exclusive mode;

alter table product_links add column places_taken integer not null default 0 check (places_taken >= 0);

create function places_taken_of(of_merchant bigint, of_link bigint) returns integer language sql stable as $$
  select count(*)::int from orders o join order_statuses s on s.status = o.status
    where o.merchant_id = of_merchant and o.product_link_id = of_link and s.standing <> 'cancelled'
$$;
update product_links set places_taken = places_taken_of(merchant_id, id) where max_payments is not null;

-- Whoever writes or cancels an order first waits for who is setting a maximum, and is waited for by that one: it counts what is there.
create function link_has_maximum(of_merchant bigint, of_link bigint) returns boolean language plpgsql as $$
declare
  most integer;
begin
  select max_payments into most from product_links where merchant_id = of_merchant and id = of_link for key share;
  return most is not null;
end $$;

create or replace function link_has_room() returns trigger language plpgsql as $$
begin
  if not link_has_maximum(new.merchant_id, new.product_link_id) then return null; end if;
  -- One at a time: the link's row is locked until the order is written or not.
  update product_links set places_taken = places_taken + 1
    where merchant_id = new.merchant_id and id = new.product_link_id
      and (max_payments is null or places_taken < max_payments);
  if not found then
    raise exception 'link % has sold as often as it may', new.product_link_id
      using errcode = 'check_violation', constraint = 'link_has_room';
  end if;
  return null;
end $$;
drop trigger order_of_link_has_room on orders;
create trigger order_of_link_has_room after insert on orders
  for each row when (new.product_link_id is not null) execute function link_has_room();

create function give_place_back() returns trigger language plpgsql as $$
begin
  if exists (select from order_statuses where status = new.status and standing = 'cancelled')
      and link_has_maximum(new.merchant_id, new.product_link_id) then
    update product_links set places_taken = places_taken - 1
      where merchant_id = new.merchant_id and id = new.product_link_id;
  end if;
  return null;
end $$;
create trigger cancelled_order_gives_place_back after update of status on orders
  for each row when (new.product_link_id is not null and old.status <> new.status) execute function give_place_back();

create function count_places() returns trigger language plpgsql as $$
begin
  perform from product_links where merchant_id = new.merchant_id and id = new.id for update;
  new.places_taken := places_taken_of(new.merchant_id, new.id);
  return new;
end $$;
create trigger maximum_counts_places before update of max_payments on product_links
  for each row when (old.max_payments is null and new.max_payments is not null) execute function count_places();
