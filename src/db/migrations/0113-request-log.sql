-- The calls that a shop's programs made: what its developer looks up. No body, no address with an order's number in it.
create table api_requests (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  -- Written together with many others, so that no row may fail for the sake of another: no reference to api_keys.
  key_id bigint not null,
  at timestamptz not null,
  method text not null check (length(method) <= 10),
  -- Its pattern, such as /api/v1/invoices/:orderNumber.
  route text not null check (length(route) <= 200),
  status smallint not null,
  -- Of the problem that it was refused with.
  code text check (length(code) <= 100),
  duration_ms integer not null check (duration_ms >= 0),
  address text not null check (length(address) <= 64),
  request_id text not null check (length(request_id) <= 100),
  primary key (merchant_id, id)
);
create index api_requests_by_key on api_requests (merchant_id, key_id, id desc);
create index api_requests_refused on api_requests (merchant_id, id desc) where status >= 400;
create index api_requests_by_age on api_requests (at);

-- From where a key was last used, written with last_used_at: whether the program that has the old key is still running, and where.
alter table api_keys add column last_used_address text check (length(last_used_address) <= 64);
