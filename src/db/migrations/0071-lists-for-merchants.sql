-- Each list and each search of the merchant API goes by an index.
create index payments_by_merchant on payment_attempts (merchant_id, created_at desc, id desc);
create index payments_by_state on payment_attempts (merchant_id, state, created_at desc, id desc);
create index refunds_by_merchant on refunds (merchant_id, created_at desc, id desc);
create index refunds_by_state on refunds (merchant_id, state, created_at desc, id desc);
create index tax_documents_by_time on tax_documents (merchant_id, issued_at desc, number desc);
create index orders_by_total on orders (merchant_id, currency, total, created_at desc, id desc);
-- By the beginning of a name, in any case.
create index clients_by_name on clients (merchant_id, lower(name) text_pattern_ops) where name is not null;
