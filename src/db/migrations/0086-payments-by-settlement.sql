-- What a merchant was paid in a period, and what was given back in it: exports and reports go by these.
create index payments_by_settlement on payment_attempts (merchant_id, settled_at, id) where settled_at is not null;
create index refunds_by_end on refunds (merchant_id, updated_at) where state = 'refunded';
