-- A shop's price tag has VAT inside: of net prices in whole halalas an eighth of all prices with VAT cannot be reached, 10.00 among them.
alter table products add column price_includes_vat boolean not null default false;

-- What a product link has sold is added up without reading an order (docs/decisions/0100).
create index orders_sold_by_link on orders (merchant_id, product_link_id) include (captured_total, refunded_total)
  where product_link_id is not null and captured_total > 0;
