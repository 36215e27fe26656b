-- The merchant in the keys of what product links and buyers' e-mail addresses have (docs/decisions/0076). With a million
-- orders of links: 30 seconds, in which nothing else is ordered by a link or paid.
lock table orders, coupons, products, product_links, stock_holds, coupon_uses, checkouts, coupon_misses, client_email_codes;

alter table product_links add unique (merchant_id, id);

alter table stock_holds add column merchant_id bigint;
update stock_holds h set merchant_id = o.merchant_id from orders o where o.id = h.order_id;
alter table stock_holds
  alter column merchant_id set not null,
  drop constraint stock_holds_order_id_fkey,
  drop constraint stock_holds_product_id_fkey,
  drop constraint stock_holds_pkey,
  add primary key (merchant_id, order_id),
  add foreign key (merchant_id, order_id) references orders (merchant_id, id),
  add foreign key (product_id, merchant_id) references products (id, merchant_id);

alter table coupon_uses add column merchant_id bigint;
update coupon_uses u set merchant_id = o.merchant_id from orders o where o.id = u.order_id;
alter table coupon_uses
  alter column merchant_id set not null,
  drop constraint coupon_uses_order_id_fkey,
  drop constraint coupon_uses_coupon_id_fkey,
  drop constraint coupon_uses_pkey,
  add primary key (merchant_id, order_id),
  add foreign key (merchant_id, order_id) references orders (merchant_id, id),
  add foreign key (coupon_id, merchant_id) references coupons (id, merchant_id);

alter table checkouts add column merchant_id bigint;
update checkouts k set merchant_id = o.merchant_id from orders o where o.id = k.order_id;
alter table checkouts
  alter column merchant_id set not null,
  drop constraint checkouts_order_id_fkey,
  drop constraint checkouts_product_link_id_fkey,
  drop constraint checkouts_pkey,
  add primary key (merchant_id, order_id),
  add foreign key (merchant_id, order_id) references orders (merchant_id, id),
  add foreign key (merchant_id, product_link_id) references product_links (merchant_id, id);
drop index one_checkout_per_key;
create unique index one_checkout_per_key on checkouts (merchant_id, product_link_id, checkout_key)
  where checkout_key is not null;

alter table coupon_misses add column merchant_id bigint;
update coupon_misses m set merchant_id = l.merchant_id from product_links l where l.id = m.product_link_id;
alter table coupon_misses
  alter column merchant_id set not null,
  drop constraint coupon_misses_product_link_id_fkey,
  drop constraint coupon_misses_pkey,
  add primary key (merchant_id, product_link_id, source),
  add foreign key (merchant_id, product_link_id) references product_links (merchant_id, id);

alter table client_email_codes add column merchant_id bigint;
update client_email_codes c set merchant_id = o.merchant_id from orders o where o.id = c.order_id;
alter table client_email_codes
  alter column merchant_id set not null,
  drop constraint client_email_codes_order_id_fkey,
  drop constraint client_email_codes_nonce_key,
  drop constraint client_email_codes_pkey,
  add primary key (merchant_id, id),
  add unique (merchant_id, nonce),
  add foreign key (merchant_id, order_id) references orders (merchant_id, id);
drop index one_live_email_code_per_order;
create unique index one_live_email_code_per_order on client_email_codes (merchant_id, order_id) where state = 'live';

-- Rows that do not name their merchant (0058).
create trigger merchant_is_taken before insert on stock_holds
  for each row when (new.merchant_id is null) execute function take_merchant('orders', 'order_id');
create trigger merchant_is_taken before insert on coupon_uses
  for each row when (new.merchant_id is null) execute function take_merchant('orders', 'order_id');
create trigger merchant_is_taken before insert on checkouts
  for each row when (new.merchant_id is null) execute function take_merchant('orders', 'order_id');
create trigger merchant_is_taken before insert on client_email_codes
  for each row when (new.merchant_id is null) execute function take_merchant('orders', 'order_id');
create trigger merchant_is_taken before insert on coupon_misses
  for each row when (new.merchant_id is null) execute function take_merchant('product_links', 'product_link_id');

-- As in 0006.
create or replace function holds_follow_order() returns trigger language plpgsql as $$
begin
  if exists (select from stock_holds where merchant_id = new.merchant_id and order_id = new.id
        and state <> case new.status when 'CANCELLED' then 'released' else 'sold' end)
      or exists (select from coupon_uses where merchant_id = new.merchant_id and order_id = new.id
        and state <> case new.status when 'CANCELLED' then 'released' else 'used' end) then
    raise exception 'order % is % and its holds are not', new.order_number, new.status using errcode = 'check_violation';
  end if;
  return null;
end $$;
