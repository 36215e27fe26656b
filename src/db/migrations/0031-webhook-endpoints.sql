-- Merchants' webhooks: where events are delivered to, each delivery, and what every try came to.

create table webhook_endpoints (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity unique,
  url text not null check (length(url) between 8 and 2048),
  description text check (length(description) between 1 and 200),
  -- Types of events; empty: all.
  types text[] not null default '{}',
  version text not null,
  sealed_secret bytea not null,
  -- Signs beside its successor until then.
  sealed_earlier_secret bytea,
  earlier_secret_until timestamptz,
  secret_since timestamptz not null,
  -- Since then no delivery has succeeded; null: the last one did, or none was tried.
  failing_since timestamptz,
  -- merchant: switched off by its owner; failing: by us, since it had failed for days.
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('merchant', 'failing')),
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (merchant_id, id),
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((sealed_earlier_secret is null) = (earlier_secret_until is null))
);

create trigger webhook_secrets_sealed before insert or update of sealed_secret on webhook_endpoints
  for each row execute function sealed_with_a_secret_in_use('sealed_secret');
create trigger earlier_webhook_secrets_sealed before insert or update of sealed_earlier_secret on webhook_endpoints
  for each row execute function sealed_with_a_secret_in_use('sealed_earlier_secret');

-- What happened in a time is delivered again.
create index events_by_time on events (merchant_id, at) where position is not null;

create table webhook_deliveries (
  merchant_id bigint not null,
  id bigint generated always as identity,
  endpoint_id bigint not null,
  event_id bigint not null references events,
  cause text not null check (cause in ('event', 'replay', 'test')),
  -- failed: given up after days. dropped: the endpoint was switched off or removed meanwhile.
  state text not null default 'due' check (state in ('due', 'delivered', 'failed', 'dropped')),
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, endpoint_id) references webhook_endpoints (merchant_id, id),
  check ((state = 'due') = (ended_at is null))
);
create index webhook_deliveries_by_endpoint on webhook_deliveries (merchant_id, endpoint_id, id desc);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id) where state = 'due';
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null;

create table webhook_tries (
  merchant_id bigint not null,
  delivery_id bigint not null,
  sequence integer not null check (sequence > 0),
  at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  -- Null when no answer came, with the reason.
  status integer,
  reason text check (length(reason) <= 200),
  request_headers jsonb not null,
  answer_headers jsonb,
  answer_body text check (octet_length(answer_body) <= 4096),
  primary key (merchant_id, delivery_id, sequence),
  foreign key (merchant_id, delivery_id) references webhook_deliveries (merchant_id, id) on delete cascade
);
