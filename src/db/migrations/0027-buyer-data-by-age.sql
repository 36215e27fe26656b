-- For how long the data of a merchant's buyers is kept once their orders are over (docs/decisions/0042). Null: as the
-- installation keeps it.
alter table merchants add column buyer_data_months integer
  constraint merchants_buyer_data_months_check check (buyer_data_months between 6 and 180);

-- When the buyer went out of an order for its age. What is done is found by nobody again.
alter table orders add column buyer_erased_at timestamptz;
create index orders_with_buyer on orders (merchant_id, created_at) where buyer_erased_at is null;
