-- Devices that a shop's people have payments shown on by their browser's push service (docs/decisions/0152). The endpoint is of no use
-- without the installation's key, which the service knows from the subscription.
create table push_subscriptions (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  person_id bigint not null references persons,
  -- Made or renewed in it: its end ends what it made. Sessions are removed after a while; no reference.
  session_id bigint not null,
  endpoint text not null check (length(endpoint) <= 2000),
  -- Host of the endpoint: the receiver that may hang.
  service text not null check (length(service) <= 260),
  -- Of the browser: its public key and the secret of RFC 8291.
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  -- The installation's public key that it was made for.
  server_key text not null check (length(server_key) = 87),
  language text not null check (language in ('ar', 'en')),
  user_agent text not null check (length(user_agent) <= 200),
  created_at timestamptz not null,
  last_sent_at timestamptz,
  primary key (merchant_id, id)
);
create unique index push_subscriptions_once on push_subscriptions (merchant_id, person_id, endpoint);
create index push_subscriptions_of_person on push_subscriptions (person_id);
