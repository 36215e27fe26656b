-- What an API key may do, until when, and when it was last used; a merchant's legal name, and merchants that are closed.

alter table api_keys
  -- Keys of earlier releases could do everything, and still can.
  add column scopes text[] not null default '{read,issue,refund,manage}'
    check (cardinality(scopes) > 0 and scopes <@ array['read', 'issue', 'refund', 'manage']),
  add column expires_at timestamptz,
  -- Written once a minute at most.
  add column last_used_at timestamptz;
-- Whoever makes a key says what it may do.
alter table api_keys alter column scopes drop default;
create index api_keys_by_merchant on api_keys (merchant_id, id desc);

alter table merchants
  -- On tax invoices, where the law wants the name of the registration; null where it is the shop's.
  add column legal_name text check (length(legal_name) between 1 and 200),
  -- Since then the merchant's keys are refused and nothing new is paid.
  add column deactivated_at timestamptz;
