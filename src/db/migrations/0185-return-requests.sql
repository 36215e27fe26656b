-- Returns that buyers ask for on a paid invoice's page, where the shop takes such requests (docs/decisions/0195). A request moves no money:
-- what is given back is a refund, with its own rights and rules.

-- So many days after the payment it can be asked for; null: not at all.
alter table merchants add column return_request_days smallint check (return_request_days between 1 and 90);

create table return_request_moves (
  from_state text not null, to_state text not null, primary key (from_state, to_state)
);
insert into return_request_moves values ('requested', 'accepted'), ('requested', 'declined');

create table return_requests (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  order_id bigint not null,
  state text not null default 'requested' check (state in ('requested', 'accepted', 'declined')),
  reason text not null
    check (reason in ('changed_mind', 'damaged', 'wrong_item', 'not_as_described', 'not_arrived', 'other')),
  -- The buyer's, and the shop's to the buyer: both go with the buyer's data.
  words text check (length(words) between 1 and 500),
  answer text check (length(answer) between 1 and 500),
  -- [{"position", "quantity" in thousandths}]; null: the whole order.
  lines jsonb check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 1 and 50),
  language text not null check (language in ('ar', 'en')),
  created_at timestamptz not null,
  answered_at timestamptz check (answered_at >= created_at),
  -- As the audit log names callers.
  answered_by text check (answered_by ~ '^(key|person) [1-9][0-9]*$'),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references orders (merchant_id, id),
  constraint an_answer_has_its_time check ((state = 'requested') = (answered_at is null)),
  constraint an_answer_is_somebodys check ((answered_at is null) = (answered_by is null)),
  constraint nothing_is_said_before_the_answer check (state <> 'requested' or answer is null)
);
create unique index one_open_return_request_per_order on return_requests (merchant_id, order_id) where state = 'requested';
create index return_requests_by_merchant on return_requests (merchant_id, id desc);
create index return_requests_by_order on return_requests (merchant_id, order_id, id desc);

create function check_return_request() returns trigger language plpgsql as $$
declare
  answer constant text[] := array['state', 'words', 'answer', 'answered_at', 'answered_by'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'requested' then
      raise exception 'a return begins as a request' using errcode = 'check_violation';
    end if;
    if not exists (select from orders o join order_statuses s using (status)
      where o.merchant_id = new.merchant_id and o.id = new.order_id and s.standing = 'paid') then
      raise exception 'nothing comes back of an order that is not paid' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if to_jsonb(new) - answer <> to_jsonb(old) - answer
    -- Words are taken away with the buyer's data, and never put in another's place.
    or (new.words is distinct from old.words and new.words is not null)
    or (new.state = old.state and (new.answered_at, new.answered_by) is distinct from (old.answered_at, old.answered_by))
    or (new.state = old.state and new.answer is distinct from old.answer and new.answer is not null)
    or (new.state <> old.state
      and not exists (select from return_request_moves where from_state = old.state and to_state = new.state)) then
    raise exception 'a request for a return that is % may not become %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger return_requests_move_as_listed before insert or update on return_requests
  for each row execute function check_return_request();
create trigger return_requests_stay before delete or truncate on return_requests
  for each statement execute function refuse_change();

-- As in 0160, with requests for returns.
create or replace function is_published_event(type text) returns boolean language sql immutable as $$
  select type in (
    'invoice.created', 'invoice.viewed', 'invoice.updated', 'invoice.paid', 'invoice.expired', 'invoice.renewal_requested',
    'invoice.cancelled', 'invoice.refunded', 'payment.attempted', 'payment.failed', 'payment.unknown', 'payment.surplus',
    'refund.approval_requested', 'refund.approval_ended', 'return.requested', 'return.answered',
    'message.sent', 'message.failed', 'tax_document.issued', 'tax_document.reported', 'tax_document.cleared',
    'tax_document.rejected', 'tax_document.delayed', 'tax_unit.stopped', 'tax_unit.held',
    'webhook_endpoint.disabled', 'webhook_endpoint.test'
  )
$$;
