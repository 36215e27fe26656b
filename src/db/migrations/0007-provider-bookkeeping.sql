-- Providers whose payments cannot carry the address that we want to be told at have it in their account. Which
-- accounts were told is remembered here, so that a restart tells nothing twice and what failed is tried again.

create table webhook_registrations (
  method text not null,
  -- The merchant whose own account it is; null for the installation's.
  merchant_id bigint references merchants,
  -- The account as it was told: changes with its settings and with our address.
  version text not null,
  tries integer not null default 0 check (tries >= 0),
  -- When it was last told successfully.
  registered_at timestamptz,
  -- When it is told (again); null where there is nothing to tell.
  next_try_at timestamptz,
  unique nulls not distinct (method, merchant_id)
);

-- What the provider says to have received, where it is not the attempt's amount: a part so far, or another sum.
alter table payment_attempts add column received_amount bigint check (received_amount >= 0);

-- Money that the merchant gave back by hand, where the provider cannot: nobody was asked.
alter table refunds add column is_by_hand boolean not null default false;

-- Each try of a refund at its provider: when it was sent, and what came back.
create table refund_tries (
  refund_id text not null references refunds,
  sequence integer not null check (sequence > 0),
  sent_at timestamptz not null,
  answered_at timestamptz not null,
  outcome text not null check (outcome in ('refunded', 'declined', 'pending', 'not_sent', 'unknown')),
  -- The provider's reference or code, or in a few words why nothing is known.
  detail text check (length(detail) <= 200),
  primary key (refund_id, sequence)
);
create trigger refund_tries_only_grow before update or delete or truncate on refund_tries
  for each statement execute function refuse_change();

-- What an hourly job removes.
create index card_sessions_by_age on card_sessions (created_at);
create index three_d_secure_pages_by_expiry on three_d_secure_pages (expires_at);
create index client_email_codes_by_age on client_email_codes (created_at);
