-- Asking once more about payments that ended without money, and comparing our books with the providers'.

-- Attempts that ended with nothing taken. A provider may find money for one later, when nobody asks any more: each is
-- asked about twice, some hours after its end and a day after.
create table late_checks (
  attempt_id text primary key references payment_attempts,
  -- Null until the job has seen it, and again once there is nothing left to ask.
  due_at timestamptz,
  answers integer not null default 0 check (answers >= 0),
  tries integer not null default 0 check (tries >= 0),
  is_over boolean not null default false,
  last_outcome text
);
create index late_checks_new on late_checks (attempt_id) where due_at is null and not is_over;
create index late_checks_due on late_checks (due_at) where due_at is not null;

-- Whoever ends an attempt, it is put on the list in the same transaction. Whether its provider could have taken money
-- by then is for the program to say: it knows the steps.
create function ask_once_more() returns trigger language plpgsql as $$
begin
  insert into late_checks (attempt_id) values (new.id) on conflict (attempt_id) do nothing;
  return null;
end $$;
create trigger ended_attempt_is_asked_about after update of state on payment_attempts
  for each row when (new.state in ('declined', 'cancelled', 'expired', 'superseded') and old.state is distinct from new.state)
  execute function ask_once_more();

-- The days of Riyadh that are compared with the providers' books, each the morning after.
create table reconciliation_days (
  day date primary key,
  tries integer not null default 0 check (tries >= 0),
  -- When it is compared (again); null when that is done.
  next_try_at timestamptz,
  -- Orders and accounts that could not be compared in the last try.
  unanswered integer not null default 0 check (unanswered >= 0),
  compared_at timestamptz
);
create index reconciliation_days_due on reconciliation_days (next_try_at) where next_try_at is not null;

-- What a day came to per account at a provider, by our books and by the provider's, over the orders that were compared.
create table reconciliation_sums (
  day date not null references reconciliation_days,
  -- The merchant whose own account it is; null for the installation's.
  merchant_id bigint references merchants,
  account text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  orders integer not null check (orders > 0),
  our_taken bigint not null,
  their_taken bigint not null,
  our_given_back bigint not null,
  -- Null where the provider does not tell what was given back.
  their_given_back bigint,
  unique nulls not distinct (day, merchant_id, account, currency)
);

-- Every difference that was found, once.
create table reconciliation_differences (
  id bigint generated always as identity primary key,
  found_at timestamptz not null,
  day date not null,
  -- The merchant of the order, or of the account; null for money on the installation's account that is no order's.
  merchant_id bigint references merchants,
  order_id bigint references orders,
  account text not null,
  kind text not null check (kind in ('payment_unknown_to_us', 'payment_unknown_to_provider', 'payment_amount',
    'refund_unknown_to_us', 'refund_unknown_to_provider', 'refund_amount', 'currency')),
  -- The provider's own name of the payment, or of several.
  reference text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  ours bigint not null,
  theirs bigint not null,
  unique nulls not distinct (account, merchant_id, order_id, reference, kind, currency, ours, theirs)
);
create index reconciliation_differences_by_merchant on reconciliation_differences (merchant_id, id desc);
create trigger reconciliation_differences_only_grow before update or delete or truncate on reconciliation_differences
  for each statement execute function refuse_change();

-- The orders of a day: those whose money came, and those whose money went back.
create index attempts_by_settlement on payment_attempts (settled_at) where settled_at is not null;
create index refunds_by_sending on refunds (sent_at) where sent_at is not null;
