-- A buyer takes back a request for a return while it waits for an answer (docs/decisions/0220).

insert into return_request_moves values ('requested', 'withdrawn');

alter table return_requests
  add column withdrawn_at timestamptz check (withdrawn_at >= created_at),
  drop constraint return_requests_state_check,
  add constraint return_requests_state_check check (state in ('requested', 'accepted', 'declined', 'withdrawn')),
  drop constraint an_answer_has_its_time,
  add constraint an_answer_has_its_time check ((state in ('accepted', 'declined')) = (answered_at is not null)),
  add constraint a_withdrawal_has_its_time check ((state = 'withdrawn') = (withdrawn_at is not null)),
  drop constraint nothing_is_said_before_the_answer,
  add constraint nothing_is_said_before_the_answer check (answer is null or answered_at is not null);

-- As in 0185, with what is taken back.
create or replace function check_return_request() returns trigger language plpgsql as $$
declare
  moved constant text[] := array['state', 'words', 'answer', 'answered_at', 'answered_by', 'withdrawn_at'];
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
  if to_jsonb(new) - moved <> to_jsonb(old) - moved
    -- Words are taken away with the buyer's data, and never put in another's place.
    or (new.words is distinct from old.words and new.words is not null)
    or (new.state = old.state
      and (new.answered_at, new.answered_by, new.withdrawn_at) is distinct from (old.answered_at, old.answered_by, old.withdrawn_at))
    or (new.state = old.state and new.answer is distinct from old.answer and new.answer is not null)
    or (new.state <> old.state
      and not exists (select from return_request_moves where from_state = old.state and to_state = new.state)) then
    raise exception 'a request for a return that is % may not become %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- As in 0187, with what is taken back.
create or replace function is_published_event(type text) returns boolean language sql immutable as $$
  select type in (
    'invoice.created', 'invoice.viewed', 'invoice.updated', 'invoice.paid', 'invoice.expired', 'invoice.renewal_requested',
    'invoice.cancelled', 'invoice.refunded', 'payment.attempted', 'payment.failed', 'payment.unknown', 'payment.surplus',
    'refund.approval_requested', 'refund.approval_ended', 'return.requested', 'return.answered', 'return.withdrawn',
    'quote.created', 'quote.accepted', 'quote.declined', 'quote.withdrawn', 'quote.expired',
    'message.sent', 'message.failed', 'tax_document.issued', 'tax_document.reported', 'tax_document.cleared',
    'tax_document.rejected', 'tax_document.delayed', 'tax_unit.stopped', 'tax_unit.held',
    'webhook_endpoint.disabled', 'webhook_endpoint.test'
  )
$$;
