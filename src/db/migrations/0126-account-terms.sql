-- What a provider keeps of each payment in riyals, and after how many days of the bank it pays out, as the merchant has agreed
-- with it: no provider's interface states either (docs/decisions/0129).
create table account_terms (
  merchant_id bigint not null references merchants,
  method text not null,
  fee_rate_bps integer not null check (fee_rate_bps between 0 and 10000),
  -- Halalas of each payment.
  fee_fixed bigint not null check (fee_fixed between 0 and 100000),
  settlement_days integer not null check (settlement_days between 0 and 30),
  updated_at timestamptz not null,
  primary key (merchant_id, method)
);
