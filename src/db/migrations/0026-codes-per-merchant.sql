-- One-time codes cost a message each: those of a merchant are counted over a day.
create index payment_tries_codes_by_merchant on payment_tries (merchant_id, created_at desc) where kind = 'code';

-- Differences are not the only events without an order (0025 took them to be).
alter table events drop constraint events_without_order_are_differences;
alter table events add constraint events_of_attempts_have_an_order check (order_id is not null or attempt_id is null);
