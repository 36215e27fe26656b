-- Which invoice a call was about, beside what else happened to it: its row, never its number, which is its buyer's key. Like key_id
-- without a reference: rows are written together with many others.
alter table api_requests add column order_id bigint;
create index api_requests_by_order on api_requests (merchant_id, order_id, id desc) where order_id is not null;
