-- The foundation: merchants, clients, orders with their lines, payment attempts and the two append-only logs.
-- What must never happen is held here, by constraints and triggers, and not by the program alone.
-- Money is bigint in minor units of the order's currency; rates are basis points (1 % = 100).

create table merchants (
  id bigint generated always as identity primary key,
  username text not null unique check (username ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  shop_name text not null check (length(shop_name) between 1 and 200),
  email text not null,
  phone text not null,
  -- Saudi VAT registration number; no VAT is charged without one (Spec 9).
  vat_number text check (vat_number ~ '^3[0-9]{13}3$'),
  logo_image_id text,
  -- Hosts that callbackUrl and cancelUrl may point at (decision K2), and origins that may embed the frame page (K10).
  redirect_hosts text[] not null default '{}',
  frame_origins text[] not null default '{}',
  -- ISO 3166 codes from which paying is allowed; null means everywhere.
  allowed_countries text[],
  -- Share of a sale that the merchant's provider keeps; 0 to 50 % (decision M4).
  commission_rate_bps integer not null default 0 check (commission_rate_bps between 0 and 5000),
  created_at timestamptz not null default now()
);

create table merchant_contacts (
  merchant_id bigint primary key references merchants,
  city text,
  address1 text,
  email text,
  phone text
);

create table themes (
  merchant_id bigint primary key references merchants,
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object')
);

create table api_keys (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  name text not null,
  -- First characters, to tell keys apart; the key itself is kept only as a SHA-256 hash.
  prefix text not null,
  key_hash bytea not null unique check (length(key_hash) = 32),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

create table idempotency_keys (
  merchant_id bigint not null references merchants,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  -- Null while the first request is still running.
  status integer,
  body text,
  created_at timestamptz not null default now(),
  primary key (merchant_id, key)
);

create table clients (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  name text,
  mobile text,
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  email text,
  -- VAT number and address of a business buyer, for a standard tax invoice.
  vat_number text check (vat_number ~ '^3[0-9]{13}3$'),
  address text,
  created_at timestamptz not null default now()
);
create index clients_by_merchant on clients (merchant_id, mobile);

create table agreements (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  version integer not null check (version > 0),
  title text not null,
  body text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  unique (merchant_id, version)
);

create table products (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  title text not null check (length(title) between 1 and 200),
  description text,
  price bigint not null check (price >= 0),
  currency text not null default 'SAR' check (currency ~ '^[A-Z]{3}$'),
  image_id text,
  -- Null means that stock is not counted.
  stock_qty integer check (stock_qty >= 0),
  -- The product's own VAT rate; null means the merchant's or the link's.
  specific_vat_bps integer check (specific_vat_bps between 0 and 10000),
  is_digital boolean not null default false,
  created_at timestamptz not null default now()
);
create index products_by_merchant on products (merchant_id, id desc);

create table orders (
  id bigint generated always as identity primary key,
  order_number text not null unique check (order_number ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  merchant_id bigint not null references merchants,
  client_id bigint references clients,
  source text not null check (source in ('api', 'link')),
  status text not null default 'CREATED' check (status in
    ('CREATED', 'PENDING', 'PAID', 'PAID_LINK', 'COMPLETED_INVOICE', 'COMPLETED_ORDER', 'CANCELLED', 'REFUNDED')),
  external_order_number text check (length(external_order_number) between 1 and 100),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  prices_include_vat boolean not null default false,
  discount_type text check (discount_type in ('FIXED', 'PERCENTAGE')),
  -- Minor units for FIXED, basis points for PERCENTAGE.
  discount_value bigint check (discount_value >= 0),
  sub_total bigint not null check (sub_total >= 0),
  discount bigint not null check (discount between 0 and sub_total),
  vat bigint not null check (vat >= 0),
  -- The rate shown beside "VAT": the one rate of all lines, or the effective one of a mixed order.
  vat_bps integer not null check (vat_bps between 0 and 10000),
  service_fees bigint not null default 0 check (service_fees >= 0),
  commission_rate_bps integer not null default 0 check (commission_rate_bps between 0 and 5000),
  total bigint not null check (total > 0 and total <= 1000000000000),
  captured_total bigint not null default 0 check (captured_total >= 0),
  refunded_total bigint not null default 0 check (refunded_total between 0 and captured_total),
  foreign_currency text check (foreign_currency ~ '^[A-Z]{3}$'),
  foreign_total bigint check (foreign_total > 0),
  note text check (length(note) <= 2000),
  callback_url text,
  cancel_url text,
  allowed_methods text[] not null check (cardinality(allowed_methods) > 0),
  agreement_id bigint references agreements,
  agreement_accepted_at timestamptz,
  agreement_accepted_sha256 text,
  has_digital boolean not null default false,
  -- When the buyer's e-mail address was confirmed by code (Spec 4, digital products).
  client_validated_at timestamptz,
  client_validated_email text,
  -- Goes up with every change of content or amount; part of the order's signature.
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  paid_at timestamptz,
  cancelled_at timestamptz,
  check (sub_total - discount + vat = total),
  check ((discount_type is null) = (discount_value is null)),
  check ((foreign_currency is null) = (foreign_total is null)),
  check (captured_total in (0, total))
);
create index orders_by_merchant on orders (merchant_id, created_at desc, id desc);
create index orders_by_merchant_status on orders (merchant_id, status, created_at desc, id desc);
create index orders_by_external_number on orders (merchant_id, external_order_number) where external_order_number is not null;

create table order_lines (
  order_id bigint not null references orders,
  position smallint not null check (position > 0),
  product_id bigint references products,
  title text not null check (length(title) between 1 and 500),
  description text,
  qty integer not null check (qty between 1 and 100000),
  -- As the merchant sent it, and net of VAT with the service fee added (what the buyer is shown).
  unit_price bigint not null check (unit_price >= 0),
  sold_unit_price bigint not null check (sold_unit_price >= 0),
  -- Null means that no VAT was applied.
  vat_bps integer check (vat_bps between 0 and 10000),
  line_net bigint not null check (line_net >= 0),
  line_discount bigint not null check (line_discount between 0 and line_net),
  line_vat bigint not null check (line_vat >= 0),
  is_digital boolean not null default false,
  sold_image_id text,
  primary key (order_id, position)
);

create table payment_attempts (
  id text primary key check (id ~ '^[0-9a-z]{8,32}$'),
  order_id bigint not null references orders,
  method text not null,
  -- Which provider profile serves it; checks and refunds go to the same one.
  provider text not null,
  state text not null check (state in ('in_flight', 'awaiting_buyer', 'offered', 'unknown', 'authorised', 'captured',
    'declined', 'cancelled', 'expired', 'superseded', 'surplus', 'refunded')),
  -- The step that was last sent to the provider: 'start' or 'confirm', and when.
  step text not null default 'start' check (step in ('start', 'confirm')),
  step_started_at timestamptz not null default now(),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What the buyer brought, once per attempt: a card session, a wallet token's hash. Never twice (invariant I19).
  presented_key text unique,
  -- Opaque key of the buyer's way back to us.
  return_token text not null unique,
  provider_reference text,
  decline_reason text,
  provider_code text,
  paid_brand text,
  paid_last_four text check (paid_last_four ~ '^[0-9]{4}$'),
  client_name text,
  client_mobile text,
  client_country_code text,
  shipment_city text,
  shipment_address text,
  channel text not null default 'info',
  -- What the provider needs to be asked later and the page needs to show again; nothing secret.
  provider_data jsonb not null default '{}',
  check_count integer not null default 0,
  -- Number of the last row in attempt_events.
  event_count integer not null default 0,
  -- When the job asks the provider next; null once nothing is left to ask.
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Set when this attempt settles its order, and kept when it is refunded.
  settled_at timestamptz,
  check ((state in ('authorised', 'captured')) <= (settled_at is not null))
);
-- One live attempt per order, and one settling attempt per order, whatever the program does (invariants I1, I6).
create unique index one_live_attempt_per_order on payment_attempts (order_id)
  where state in ('in_flight', 'awaiting_buyer', 'unknown', 'authorised', 'captured');
create unique index one_settling_attempt_per_order on payment_attempts (order_id) where settled_at is not null;
create index attempts_by_order on payment_attempts (order_id, created_at desc);
create index attempts_due on payment_attempts (next_check_at) where next_check_at is not null;

create table attempt_events (
  attempt_id text not null references payment_attempts,
  sequence integer not null check (sequence > 0),
  at timestamptz not null default now(),
  from_state text,
  to_state text not null,
  cause text not null,
  data jsonb not null default '{}',
  primary key (attempt_id, sequence)
);

-- What happened to an order, for the merchant: webhooks are delivered from this log.
create table events (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  order_id bigint not null references orders,
  attempt_id text references payment_attempts,
  type text not null check (type ~ '^[a-z_]+\.[a-z_]+$'),
  at timestamptz not null default now(),
  data jsonb not null default '{}'
);
create index events_by_merchant on events (merchant_id, id);
create index events_by_order on events (order_id, id);

create table card_sessions (
  session_id text primary key,
  order_id bigint not null references orders,
  provider text not null,
  created_at timestamptz not null default now()
);
create index card_sessions_by_order on card_sessions (order_id, created_at desc);

create table three_d_secure_pages (
  -- SHA-256 of the key that the buyer's browser holds.
  key_hash bytea primary key,
  attempt_id text not null references payment_attempts,
  html text not null check (length(html) <= 262144),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index three_d_secure_pages_by_attempt on three_d_secure_pages (attempt_id);

-- Statuses and states move only along the tables of core/order-status.ts and core/attempt-status.ts.
create table order_transitions (from_status text not null, to_status text not null, primary key (from_status, to_status));
insert into order_transitions values
  ('CREATED', 'PENDING'), ('CREATED', 'PAID'), ('CREATED', 'PAID_LINK'), ('CREATED', 'CANCELLED'),
  ('PENDING', 'PAID'), ('PENDING', 'PAID_LINK'), ('PENDING', 'CANCELLED'),
  ('PAID', 'COMPLETED_INVOICE'), ('PAID', 'COMPLETED_ORDER'), ('PAID', 'REFUNDED'),
  ('PAID_LINK', 'COMPLETED_ORDER'), ('PAID_LINK', 'REFUNDED'),
  ('COMPLETED_INVOICE', 'REFUNDED'), ('COMPLETED_ORDER', 'REFUNDED');

create table attempt_transitions (from_state text not null, to_state text not null, primary key (from_state, to_state));
insert into attempt_transitions
select 'in_flight', unnest(array['awaiting_buyer', 'offered', 'unknown', 'authorised', 'captured', 'declined', 'cancelled', 'expired', 'surplus'])
union all select 'awaiting_buyer', unnest(array['in_flight', 'unknown', 'authorised', 'captured', 'declined', 'cancelled', 'expired', 'superseded', 'surplus'])
union all select 'offered', unnest(array['captured', 'cancelled', 'expired', 'surplus'])
union all select 'unknown', unnest(array['in_flight', 'awaiting_buyer', 'offered', 'authorised', 'captured', 'declined', 'cancelled', 'expired', 'surplus'])
union all select 'authorised', unnest(array['captured', 'cancelled', 'expired', 'refunded'])
union all select 'captured', 'refunded'
union all select unnest(array['declined', 'cancelled', 'expired', 'superseded']), 'surplus'
union all select 'superseded', unnest(array['declined', 'cancelled', 'expired'])
union all select 'surplus', 'refunded';

create function refuse_wrong_order_move() returns trigger language plpgsql as $$
begin
  if not exists (select from order_transitions where from_status = old.status and to_status = new.status) then
    raise exception 'an order may not go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger order_moves before update of status on orders
  for each row when (old.status is distinct from new.status) execute function refuse_wrong_order_move();

create function refuse_wrong_attempt_move() returns trigger language plpgsql as $$
begin
  if not exists (select from attempt_transitions where from_state = old.state and to_state = new.state) then
    raise exception 'an attempt may not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger attempt_moves before update of state on payment_attempts
  for each row when (old.state is distinct from new.state) execute function refuse_wrong_attempt_move();

-- An order counts as paid exactly when one attempt has settled it (invariant I6). Checked at commit, when both
-- sides of the change are in place.
create function order_and_attempt_agree() returns trigger language plpgsql as $$
declare
  subject bigint;
  order_status text;
  is_settled boolean;
begin
  if tg_table_name = 'orders' then subject := new.id; else subject := new.order_id; end if;
  select status into order_status from orders where id = subject;
  select exists (select from payment_attempts where order_id = subject and settled_at is not null) into is_settled;
  if is_settled <> (order_status in ('PAID', 'PAID_LINK', 'COMPLETED_INVOICE', 'COMPLETED_ORDER', 'REFUNDED')) then
    raise exception 'order % is % while its settling attempt says %', subject, order_status, is_settled
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger order_agrees_with_attempt after update of status on orders
  deferrable initially deferred for each row when (old.status is distinct from new.status)
  execute function order_and_attempt_agree();
create constraint trigger order_born_open after insert on orders
  deferrable initially deferred for each row when (new.status not in ('CREATED', 'PENDING'))
  execute function order_and_attempt_agree();
create constraint trigger attempt_agrees_with_order after update of settled_at on payment_attempts
  deferrable initially deferred for each row when (old.settled_at is distinct from new.settled_at)
  execute function order_and_attempt_agree();

-- The logs only grow.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger attempt_events_only_grow before update or delete or truncate on attempt_events
  for each statement execute function refuse_change();
create trigger events_only_grow before update or delete or truncate on events
  for each statement execute function refuse_change();
create trigger agreements_only_grow before update or delete or truncate on agreements
  for each statement execute function refuse_change();
