-- Quotes in the events of a merchant, and in the delivery log of messages (docs/decisions/0197).

-- That its last day is over was told.
alter table quotes add column expired_at timestamptz;
create index quotes_to_expire on quotes (valid_until) where state = 'open' and expired_at is null;
-- Those of before are over without a word.
update quotes set expired_at = now() where state = 'open' and valid_until < (now() at time zone 'Asia/Riyadh')::date;

alter table messages
  alter column order_id drop not null,
  add column quote_id bigint,
  add constraint messages_quote_fkey foreign key (merchant_id, quote_id) references quotes (merchant_id, id),
  add constraint a_message_is_of_one_thing check ((order_id is null) <> (quote_id is null));
create index messages_by_quote on messages (merchant_id, quote_id, id) where quote_id is not null;
create unique index one_message_of_a_quote_per_cause on messages (merchant_id, quote_id, kind, cause, cause_key, channel)
  where cause_key is not null and quote_id is not null;

-- As in 0185, with quotes.
create or replace function is_published_event(type text) returns boolean language sql immutable as $$
  select type in (
    'invoice.created', 'invoice.viewed', 'invoice.updated', 'invoice.paid', 'invoice.expired', 'invoice.renewal_requested',
    'invoice.cancelled', 'invoice.refunded', 'payment.attempted', 'payment.failed', 'payment.unknown', 'payment.surplus',
    'refund.approval_requested', 'refund.approval_ended', 'return.requested', 'return.answered',
    'quote.created', 'quote.accepted', 'quote.declined', 'quote.withdrawn', 'quote.expired',
    'message.sent', 'message.failed', 'tax_document.issued', 'tax_document.reported', 'tax_document.cleared',
    'tax_document.rejected', 'tax_document.delayed', 'tax_unit.stopped', 'tax_unit.held',
    'webhook_endpoint.disabled', 'webhook_endpoint.test'
  )
$$;
