-- When buyers opened an invoice, and how often. A table beside the order: a view is no change of the invoice, so its ETag stays.
create table order_views (
  merchant_id bigint not null,
  order_id bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  views integer not null check (views > 0),
  primary key (merchant_id, order_id),
  foreign key (merchant_id, order_id) references orders (merchant_id, id)
);

-- Of before, the first view alone is known.
insert into order_views (merchant_id, order_id, first_at, last_at, views)
select e.merchant_id, e.order_id, e.at, e.at, 1 from events e where e.type = 'invoice.viewed';
