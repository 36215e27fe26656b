-- Product links whose buyer chooses what to pay, within bounds (docs/decisions/0190): a donation, a top-up, what is owed. Halalas
-- with VAT inside; both bounds or none, and then one piece to an order.
alter table product_links
  add column least_amount bigint,
  add column most_amount bigint,
  add column suggested_amounts bigint[] not null default '{}',
  add constraint buyers_amount_has_bounds check (
    (least_amount is null) = (most_amount is null)
    and (least_amount is not null or suggested_amounts = '{}')
    and least_amount between 1 and most_amount
    and most_amount <= 100000000000
    and cardinality(suggested_amounts) <= 6
    and array_position(suggested_amounts, null) is null
    and least_amount <= all (suggested_amounts)
    and most_amount >= all (suggested_amounts)
    and (least_amount is null or qty = 1)
  );
