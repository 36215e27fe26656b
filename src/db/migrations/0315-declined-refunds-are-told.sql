-- A refund that its provider declines, often long after the shop's call, is told to the shop (docs/decisions/0315).

-- As in 0220, with what is declined. Entries of before stay entries of our own log.
create or replace function is_published_event(type text) returns boolean language sql immutable as $$
  select type in (
    'invoice.created', 'invoice.viewed', 'invoice.updated', 'invoice.paid', 'invoice.expired', 'invoice.renewal_requested',
    'invoice.cancelled', 'invoice.refunded', 'payment.attempted', 'payment.failed', 'payment.unknown', 'payment.surplus',
    'refund.declined', 'refund.approval_requested', 'refund.approval_ended',
    'return.requested', 'return.answered', 'return.withdrawn',
    'quote.created', 'quote.accepted', 'quote.declined', 'quote.withdrawn', 'quote.expired',
    'message.sent', 'message.failed', 'tax_document.issued', 'tax_document.reported', 'tax_document.cleared',
    'tax_document.rejected', 'tax_document.delayed', 'tax_unit.stopped', 'tax_unit.held',
    'webhook_endpoint.disabled', 'webhook_endpoint.test'
  )
$$;

-- Home asks for those of the last days, however many there were before.
create index refunds_by_decline on refunds (merchant_id, updated_at) where state = 'declined' and not is_surplus;
