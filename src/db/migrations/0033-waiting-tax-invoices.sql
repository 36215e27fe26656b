-- Paid orders whose tax invoice waits until their seller can be named (docs/decisions/0047). A row goes when the
-- invoice has been issued.
create table waiting_tax_invoices (
  merchant_id bigint not null references merchants,
  order_id bigint not null references orders,
  since timestamptz not null,
  primary key (merchant_id, order_id)
);
