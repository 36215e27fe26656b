-- A merchant's own account at a payment provider. The settings hold passwords: they are encrypted by the program
-- before they come here, bound to merchant and method.

create table provider_accounts (
  merchant_id bigint not null references merchants,
  method text not null,
  sealed_settings bytea not null,
  updated_at timestamptz not null default now(),
  primary key (merchant_id, method)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
create index agreements_by_text on agreements (merchant_id, sha256);
