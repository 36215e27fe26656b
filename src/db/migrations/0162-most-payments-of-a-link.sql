-- A product link that sells so many times and no more (docs/decisions/0174). Orders that wait for their payment hold a place, as they
-- hold stock; what is cancelled gives it back, what is refunded does not.
alter table product_links add column max_payments integer check (max_payments between 1 and 10000);

-- One order of a limited link at a time: the link's row is locked until the order is written or not.
create function link_has_room() returns trigger language plpgsql as $$
declare
  most integer;
begin
  select max_payments into most from product_links
    where merchant_id = new.merchant_id and id = new.product_link_id and max_payments is not null for no key update;
  if most is not null and most <= (select count(*) from orders o where o.merchant_id = new.merchant_id
      and o.product_link_id = new.product_link_id and o.status <> 'CANCELLED') then
    raise exception 'link % has sold as often as it may', new.product_link_id
      using errcode = 'check_violation', constraint = 'link_has_room';
  end if;
  return new;
end $$;
create trigger order_of_link_has_room before insert on orders
  for each row when (new.product_link_id is not null) execute function link_has_room();
