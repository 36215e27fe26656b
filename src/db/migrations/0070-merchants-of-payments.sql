-- The merchant of each attempt and refund, so that a merchant's payments and refunds are listed by an index.
alter table payment_attempts add column merchant_id bigint references merchants;
alter table refunds add column merchant_id bigint references merchants;
update payment_attempts a set merchant_id = o.merchant_id from orders o where o.id = a.order_id;
update refunds r set merchant_id = o.merchant_id from orders o where o.id = r.order_id;
alter table payment_attempts alter column merchant_id set not null;
alter table refunds alter column merchant_id set not null;

-- It is the order's, whatever the caller says.
create function take_merchant_of_order() returns trigger language plpgsql as $$
begin
  new.merchant_id := (select merchant_id from orders where id = new.order_id);
  return new;
end $$;
create trigger attempt_has_merchant_of_order before insert on payment_attempts
  for each row execute function take_merchant_of_order();
create trigger refund_has_merchant_of_order before insert on refunds
  for each row execute function take_merchant_of_order();
