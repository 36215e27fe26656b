-- A refund above a limit that the shop has set waits for a second person (docs/decisions/0131). The limits are judged where a
-- refund is claimed; what a request may become, and that a refund is what was approved, is held here.

create table refund_limits (
  merchant_id bigint primary key references merchants,
  -- Minor units of SAR that one person or key gives back alone: of one invoice, and on one day in Riyadh. Null: any amount.
  per_invoice bigint check (per_invoice between 0 and 100000000000),
  per_day bigint check (per_day between 0 and 100000000000),
  applies_to text[] not null check (applies_to <@ array['owner', 'manager', 'key'] and cardinality(applies_to) between 1 and 3),
  updated_at timestamptz not null default now(),
  constraint a_limit_limits_something check (per_invoice is not null or per_day is not null)
);

create table refund_approvals (
  merchant_id bigint not null references merchants,
  id text not null check (id ~ '^[0-9a-z]{8,32}$'),
  order_id bigint not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What was asked for: an amount in minor units, lines, or neither for all that is left.
  wish jsonb not null check (jsonb_typeof(wish) = 'object'),
  reason text check (length(reason) <= 500),
  is_by_hand boolean not null,
  reached text not null check (reached in ('per_invoice', 'per_day')),
  -- As the audit log names callers.
  requested_by text not null check (requested_by ~ '^(key|person) [1-9][0-9]*$'),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  state text not null default 'requested' check (state in ('requested', 'approved', 'refused', 'withdrawn', 'expired')),
  ended_by text,
  ended_at timestamptz,
  note text check (length(note) <= 500),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references orders (merchant_id, id),
  constraint an_end_has_its_time check ((state = 'requested') = (ended_at is null)),
  constraint nobody_decides_on_their_own check (state not in ('approved', 'refused')
    or (ended_by ~ '^person [1-9][0-9]*$' and ended_by <> requested_by)),
  constraint who_asked_withdraws check (state <> 'withdrawn' or ended_by = requested_by),
  constraint nobody_ends_what_expired check (state not in ('requested', 'expired') or ended_by is null)
);
create unique index one_open_refund_approval_per_order on refund_approvals (merchant_id, order_id) where state = 'requested';
create index refund_approvals_by_merchant on refund_approvals (merchant_id, created_at desc, id desc);
create index refund_approvals_by_state on refund_approvals (merchant_id, state, created_at desc, id desc);
create index refund_approvals_due on refund_approvals (expires_at) where state = 'requested';

-- A request ends once, and nothing that was asked for changes.
create function refuse_wrong_approval_move() returns trigger language plpgsql as $$
declare
  ends constant text[] := array['state', 'ended_by', 'ended_at', 'note'];
begin
  if old.state <> 'requested' or new.state = 'requested' or to_jsonb(new) - ends <> to_jsonb(old) - ends then
    raise exception 'a request for a refund that is % may not become %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refund_approval_moves before update on refund_approvals
  for each row execute function refuse_wrong_approval_move();
create trigger refund_approvals_stay before delete or truncate on refund_approvals
  for each statement execute function refuse_change();

alter table refunds
  -- Who gave it back, as the audit log names callers: of an approved one who asked for it. Null for what goes back by itself.
  add column made_by text check (made_by ~ '^(key|person) [1-9][0-9]*$'),
  add column approval_id text,
  add constraint an_approval_is_used_once unique (merchant_id, approval_id),
  add constraint refunds_approval_fkey foreign key (merchant_id, approval_id) references refund_approvals;
create index refunds_by_maker on refunds (merchant_id, made_by, created_at) where made_by is not null and approval_id is null;

create function refuse_another_maker() returns trigger language plpgsql as $$
begin
  raise exception 'who made a refund, and by which approval, does not change' using errcode = 'check_violation';
end $$;
create trigger refund_makers_stay before update of made_by, approval_id on refunds
  for each row when ((old.made_by, old.approval_id) is distinct from (new.made_by, new.approval_id))
  execute function refuse_another_maker();

-- At commit: approved means one refund of exactly what was asked for, and a refund names only an approval that was given.
create function approval_agrees_with_refund() returns trigger language plpgsql as $$
declare
  subject text := case tg_table_name when 'refunds' then to_jsonb(new) ->> 'approval_id' else to_jsonb(new) ->> 'id' end;
begin
  if not exists (
    select from refund_approvals a
    join refunds r on r.merchant_id = a.merchant_id and r.approval_id = a.id
    where a.merchant_id = new.merchant_id and a.id = subject and a.state = 'approved' and r.order_id = a.order_id
      and r.amount = a.amount and r.currency = a.currency and r.made_by = a.requested_by and r.is_by_hand = a.is_by_hand
  ) then
    raise exception 'approval % and its refund do not agree', subject using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger approval_has_its_refund after insert or update on refund_approvals
  deferrable initially deferred for each row when (new.state = 'approved') execute function approval_agrees_with_refund();
create constraint trigger refund_has_its_approval after insert or update of amount, currency, order_id, is_by_hand on refunds
  deferrable initially deferred for each row when (new.approval_id is not null) execute function approval_agrees_with_refund();

-- As in 0119, with requests for refunds.
create or replace function is_published_event(type text) returns boolean language sql immutable as $$
  select type in (
    'invoice.created', 'invoice.viewed', 'invoice.updated', 'invoice.paid', 'invoice.expired', 'invoice.cancelled',
    'invoice.refunded', 'payment.attempted', 'payment.failed', 'payment.unknown', 'payment.surplus',
    'refund.approval_requested', 'refund.approval_ended',
    'message.sent', 'message.failed', 'tax_document.issued', 'tax_document.reported', 'tax_document.cleared',
    'tax_document.rejected', 'tax_document.delayed', 'tax_unit.stopped', 'tax_unit.held',
    'webhook_endpoint.disabled', 'webhook_endpoint.test'
  )
$$;
