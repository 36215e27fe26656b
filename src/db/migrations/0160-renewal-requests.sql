-- Buyers who found that the time to pay was over and asked for a fresh link (docs/decisions/0172): once for each end that an
-- order has had. Nothing of it ends: what is given more time, issued again or closed is asked for no longer.
create table renewal_requests (
  merchant_id bigint not null references merchants,
  order_id bigint not null,
  expired_at timestamptz not null,
  -- In which the buyer reads.
  language text not null check (language in ('ar', 'en')),
  created_at timestamptz not null,
  primary key (merchant_id, order_id, expired_at),
  foreign key (merchant_id, order_id) references orders (merchant_id, id),
  constraint asked_after_the_end check (created_at >= expired_at)
);
create index renewal_requests_by_merchant on renewal_requests (merchant_id, created_at desc);

-- As in 0129, with what buyers ask for.
create or replace function is_published_event(type text) returns boolean language sql immutable as $$
  select type in (
    'invoice.created', 'invoice.viewed', 'invoice.updated', 'invoice.paid', 'invoice.expired', 'invoice.renewal_requested',
    'invoice.cancelled', 'invoice.refunded', 'payment.attempted', 'payment.failed', 'payment.unknown', 'payment.surplus',
    'refund.approval_requested', 'refund.approval_ended',
    'message.sent', 'message.failed', 'tax_document.issued', 'tax_document.reported', 'tax_document.cleared',
    'tax_document.rejected', 'tax_document.delayed', 'tax_unit.stopped', 'tax_unit.held',
    'webhook_endpoint.disabled', 'webhook_endpoint.test'
  )
$$;
