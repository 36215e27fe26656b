-- Invoices that repeat: what is issued, on which days of Riyadh, until when (docs/decisions/0179).
create table recurring_invoices (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  -- As the body of a new invoice, without its own days.
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  every text not null check (every in ('week', 'month', 'year')),
  -- Every so many of them.
  interval_count integer not null check (interval_count between 1 and 52),
  -- The first day; days of later months follow from it, the last day of shorter ones.
  starts_on date not null,
  -- The hour of Riyadh at which it is issued.
  hour integer not null check (hour between 0 and 23),
  ends_on date,
  most integer check (most > 0),
  due_days integer check (due_days between 0 and 365),
  state text not null default 'active' check (state in ('active', 'paused', 'ended')),
  -- The next occurrence, counted from 0, and its day.
  next_index integer not null default 0,
  next_day date not null,
  -- After a refusal: when it is tried again, how often it was, and why.
  retry_at timestamptz,
  tries integer not null default 0,
  problem text check (length(problem) <= 200),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total bigint not null check (total > 0),
  -- Whom it names, as an erasure asks for it.
  client_name text,
  client_mobile text check (length(client_mobile) between 5 and 20),
  client_email text check (length(client_email) between 3 and 254),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
create index recurring_invoices_that_are_due on recurring_invoices (next_day) where state = 'active';

-- What became of each day: the key is why no day is issued twice, by whatever process.
create table recurring_issues (
  merchant_id bigint not null,
  recurring_id bigint not null,
  day date not null,
  state text not null check (state in ('issued', 'skipped')),
  order_id bigint,
  at timestamptz not null,
  primary key (merchant_id, recurring_id, day),
  foreign key (merchant_id, recurring_id) references recurring_invoices (merchant_id, id),
  foreign key (merchant_id, order_id) references orders (merchant_id, id),
  constraint issued_days_have_an_order check ((state = 'issued') = (order_id is not null))
);
