-- Product links: what a merchant sells by a link, coupons on it, and what open orders hold of both (decision S5).
-- Stock and coupons are counted where they are kept, under the row's lock: `stock_qty` is what is still free, holds
-- say who has the rest, and no count can pass its limit.

alter table products add column is_archived boolean not null default false;
-- How many pieces the open orders hold: the sum of the product's holds in the state 'held'.
alter table products add column held_qty integer not null default 0 check (held_qty >= 0);
-- Goes up with every change of price, VAT or title; part of a link's signature.
alter table products add column version integer not null default 1 check (version > 0);
alter table products add unique (id, merchant_id);

create table product_links (
  id bigint generated always as identity primary key,
  link_identity text not null unique check (link_identity ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  merchant_id bigint not null references merchants,
  product_id bigint not null,
  -- The quantity that the page starts with.
  qty integer not null default 1 check (qty between 1 and 999),
  -- VAT of products that have no rate of their own (Spec 9).
  vat_bps integer not null default 1500 check (vat_bps between 0 and 10000),
  client_pays_fees boolean not null default false,
  allowed_methods text[] not null check (cardinality(allowed_methods) > 0),
  callback_url text,
  cancel_url text,
  agreement_id bigint references agreements,
  -- How long an unpaid order of this link holds stock and coupon.
  hold_minutes integer not null default 30 check (hold_minutes between 5 and 10080),
  is_active boolean not null default true,
  expires_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  foreign key (product_id, merchant_id) references products (id, merchant_id)
);
create index product_links_by_merchant on product_links (merchant_id, id desc);
create index product_links_by_product on product_links (product_id);

create table coupons (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  -- Upper case; what buyers type is folded to it.
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9_-]{2,31}$'),
  discount_type text not null check (discount_type in ('FIXED', 'PERCENTAGE')),
  -- Halalas off the unit price for FIXED, basis points of it for PERCENTAGE.
  discount_value bigint not null check (discount_value > 0),
  -- Null means that it is good for every product of the merchant.
  product_id bigint,
  usage_limit integer check (usage_limit > 0),
  usage_limit_per_mobile integer check (usage_limit_per_mobile > 0),
  -- Orders that hold it or have used it.
  used_count integer not null default 0 check (used_count >= 0),
  starts_at timestamptz,
  ends_at timestamptz,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (merchant_id, code),
  unique (id, merchant_id),
  foreign key (product_id, merchant_id) references products (id, merchant_id),
  check (discount_type = 'FIXED' or discount_value <= 10000),
  check (used_count <= usage_limit),
  check (ends_at > starts_at)
);
create index coupons_by_merchant on coupons (merchant_id, id desc);

alter table orders add column product_link_id bigint references product_links;
-- Orders of links that were not paid in time are closed by the job.
create index link_orders_to_expire on orders (expires_at)
  where source = 'link' and status in ('CREATED', 'PENDING');

create table stock_holds (
  order_id bigint primary key references orders,
  product_id bigint not null references products,
  qty integer not null check (qty > 0),
  state text not null default 'held' check (state in ('held', 'sold', 'released')),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((state = 'held') = (closed_at is null))
);

create table coupon_uses (
  order_id bigint primary key references orders,
  coupon_id bigint not null references coupons,
  mobile text not null,
  state text not null default 'held' check (state in ('held', 'used', 'released')),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((state = 'held') = (closed_at is null))
);
create index coupon_uses_by_mobile on coupon_uses (coupon_id, mobile) where state <> 'released';

-- An order's holds end when the order does, and the way it does; checked at commit.
create function holds_follow_order() returns trigger language plpgsql as $$
begin
  if exists (select from stock_holds where order_id = new.id
        and state <> case new.status when 'CANCELLED' then 'released' else 'sold' end)
      or exists (select from coupon_uses where order_id = new.id
        and state <> case new.status when 'CANCELLED' then 'released' else 'used' end) then
    raise exception 'order % is % and its holds are not', new.order_number, new.status using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger holds_follow_order after update of status on orders
  deferrable initially deferred for each row
  when (new.product_link_id is not null and old.status is distinct from new.status
    and new.status not in ('CREATED', 'PENDING'))
  execute function holds_follow_order();

-- Who ordered what from where: the same checkout sent twice is one order, and one mobile holds only so many.
create table checkouts (
  order_id bigint primary key references orders,
  product_link_id bigint not null references product_links,
  mobile text not null,
  -- Made by the page when it opened; null from callers that send none.
  checkout_key text,
  -- SHA-256 of what was ordered.
  content_hash bytea not null check (length(content_hash) = 32),
  created_at timestamptz not null default now()
);
create index checkouts_by_mobile on checkouts (product_link_id, mobile);
create index checkouts_by_key on checkouts (product_link_id, checkout_key, order_id desc)
  where checkout_key is not null;

-- Wrong coupon codes, counted per link and address and per link (source ''), an hour from the first.
create table coupon_misses (
  product_link_id bigint not null references product_links,
  -- Keyed digest of the address that asked.
  source text not null,
  count integer not null check (count >= 0),
  started_at timestamptz not null,
  primary key (product_link_id, source)
);
create index coupon_misses_by_age on coupon_misses (started_at);
