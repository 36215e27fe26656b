-- What a shop looks at first is added up without reading an order. The predicate is that of the sum: statuses that may be paid
-- (order_statuses, compared by a test), and no carts of product links.
create index orders_unpaid on orders (merchant_id, currency, due_date) include (total, captured_total, expires_at, status, source)
  where status in ('CREATED', 'PENDING') and source = 'api';
create index messages_failed on messages (merchant_id, created_at) where state = 'failed';
