-- How often buyers opened a product link, by day of Riyadh: the first step of its funnel. Nothing of a buyer is in it.
create table link_views (
  merchant_id bigint not null,
  product_link_id bigint not null,
  day date not null,
  views integer not null check (views > 0),
  primary key (merchant_id, product_link_id, day),
  foreign key (merchant_id, product_link_id) references product_links (merchant_id, id)
);
