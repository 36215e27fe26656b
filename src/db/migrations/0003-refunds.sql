-- Money given back. A refund has states of its own, like a payment: an unanswered one is asked for again under the
-- same id, which the provider recognises, and never counts as refused.

create table refunds (
  id text primary key check (id ~ '^[0-9a-z]{8,32}$'),
  order_id bigint not null references orders,
  attempt_id text not null references payment_attempts,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null check (state in ('in_flight', 'unknown', 'pending', 'refunded', 'declined')),
  -- True for money that was never the order's (surplus): it does not count against the order's refunds.
  is_surplus boolean not null default false,
  reason text check (length(reason) <= 500),
  provider_reference text,
  provider_code text,
  check_count integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index refunds_by_order on refunds (order_id, created_at);
-- One refund of an attempt at a time: the next begins when the provider has answered.
create unique index one_open_refund_per_attempt on refunds (attempt_id) where state in ('in_flight', 'unknown', 'pending');
create index refunds_due on refunds (next_check_at) where next_check_at is not null;

create table refund_transitions (from_state text not null, to_state text not null, primary key (from_state, to_state));
insert into refund_transitions
select 'in_flight', unnest(array['unknown', 'pending', 'refunded', 'declined'])
union all select 'unknown', unnest(array['pending', 'refunded', 'declined'])
union all select 'pending', unnest(array['unknown', 'refunded', 'declined']);

create function refuse_wrong_refund_move() returns trigger language plpgsql as $$
begin
  if not exists (select from refund_transitions where from_state = old.state and to_state = new.state) then
    raise exception 'a refund may not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refund_moves before update of state on refunds
  for each row when (old.state is distinct from new.state) execute function refuse_wrong_refund_move();
