-- The directory of clients: newest first, by the beginning of a registered name, and the invoices of one in order.
-- A client whose facts were erased is in no list.
create index clients_by_time on clients (merchant_id, created_at desc, id desc)
  where coalesce(name, legal_name, mobile) is not null;
create index clients_by_legal_name on clients (merchant_id, lower(legal_name) text_pattern_ops)
  where legal_name is not null;
-- Instead of the one by the client alone: issuing keeps as many indexes as before.
drop index orders_by_client;
create index orders_by_client on orders (client_id, created_at desc, id desc) where client_id is not null;
