-- Quotes: what a shop offers to a buyer until a day, as the body of the invoice that it becomes when it is accepted. No order and no
-- tax document is behind it before (docs/decisions/0179).
create table quotes (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  -- The buyer's key, as of an order.
  quote_number text not null unique check (quote_number ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  -- The shop's own counting: "Q-000042".
  sequence integer not null check (sequence > 0),
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  -- Days to pay from the day of acceptance; null: no day is said.
  due_days integer check (due_days between 0 and 365),
  -- What it came to when it was made: it is accepted for that or not at all.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total bigint not null check (total > 0),
  -- Whom it names, as an erasure asks for it.
  client_name text,
  client_mobile text check (length(client_mobile) between 5 and 20),
  client_email text check (length(client_email) between 3 and 254),
  -- The last day on which it can be accepted, in Riyadh.
  valid_until date not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  created_at timestamptz not null,
  decided_at timestamptz,
  -- Who decided: the buyer on the page, from which network; or the shop.
  decided_by text check (decided_by in ('buyer', 'shop')),
  decided_from text check (length(decided_from) <= 64),
  order_id bigint,
  primary key (merchant_id, id),
  unique (merchant_id, sequence),
  foreign key (merchant_id, order_id) references orders (merchant_id, id),
  constraint accepted_quotes_have_an_order check ((state = 'accepted') = (order_id is not null)),
  constraint decided_quotes_say_when check ((state = 'open') = (decided_at is null))
);
create index quotes_by_time on quotes (merchant_id, created_at desc, id desc);
create unique index one_quote_per_order on quotes (merchant_id, order_id) where order_id is not null;

-- What was decided stays decided.
create function quotes_are_decided_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' and (new.state, new.order_id) is distinct from (old.state, old.order_id) then
    raise exception 'quote % was decided', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger quotes_are_decided_once before update on quotes for each row execute function quotes_are_decided_once();
