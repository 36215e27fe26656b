-- Lists of payments by method, card and amount, of refunds by method, of clients by e-mail address: each by an index that
-- has the order of the list. With a million payments: half a minute, in which nothing writes payments.
create index payments_by_method on payment_attempts (merchant_id, method, created_at desc, id desc);
create index payments_by_last_four on payment_attempts (merchant_id, paid_last_four, created_at desc, id desc)
  where paid_last_four is not null;
create index payments_by_amount on payment_attempts (merchant_id, amount, created_at desc, id desc);
create index clients_by_email on clients (merchant_id, lower(email)) where email is not null;

-- A refund goes the way of its payment, which stays what it is.
alter table refunds add column method text;
update refunds r set method = a.method from payment_attempts a where a.merchant_id = r.merchant_id and a.id = r.attempt_id;
alter table refunds alter column method set not null;
create function take_method() returns trigger language plpgsql as $$
begin
  select method into new.method from payment_attempts where id = new.attempt_id;
  return new;
end $$;
create trigger method_is_taken before insert or update of attempt_id on refunds
  for each row execute function take_method();
create index refunds_by_method on refunds (merchant_id, method, created_at desc, id desc);
