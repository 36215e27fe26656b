-- What a merchant is told of an order and its buyer, and how a shop knows that it was we who sent a buyer back.

-- The key of the signature in return addresses, sealed. After a replacement the earlier one signs beside it for a while.
alter table merchants
  add column sealed_return_secret bytea,
  add column sealed_earlier_return_secret bytea,
  add column return_secret_since timestamptz,
  add constraint return_secret_says_since check ((sealed_return_secret is null) = (return_secret_since is null)),
  add constraint earlier_return_secret_has_a_later check (sealed_earlier_return_secret is null or sealed_return_secret is not null);

-- The product of the link that an order was made from: a link sells one product for good.
alter table orders add column product_id bigint references products;
update orders o set product_id = l.product_id from product_links l where l.id = o.product_link_id;
alter table orders add constraint link_orders_have_a_product check ((product_link_id is null) = (product_id is null));

-- When anything of an order changed last, by the clock and not by the start of the transaction: who asks for what
-- changed since a moment misses as little as can be.
alter table orders add column updated_at timestamptz;
update orders set updated_at = greatest(created_at, paid_at, cancelled_at);
alter table orders alter column updated_at set not null, alter column updated_at set default now();
create function note_order_change() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;
create trigger order_changes_are_noted before update on orders
  for each row when (old.* is distinct from new.*) execute function note_order_change();

-- The e-mail address that a method asked for; what else the buyer typed is there already.
alter table payment_attempts add column client_email text;

-- Every filter and every order of a merchant's list goes by an index.
create index orders_by_payment on orders (merchant_id, paid_at desc, id desc) where paid_at is not null;
create index orders_by_change on orders (merchant_id, updated_at, id);
create index orders_by_link on orders (product_link_id, created_at desc, id desc) where product_link_id is not null;
create index orders_by_product on orders (product_id, created_at desc, id desc) where product_id is not null;
create index orders_by_client on orders (client_id) where client_id is not null;
create index attempts_by_mobile on payment_attempts (client_mobile, order_id) where client_mobile is not null;
