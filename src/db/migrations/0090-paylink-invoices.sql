-- Moving in from Paylink (docs/moving-from-paylink.md): invoices that were asked for in the words of its API, which knows
-- them by 13 digits and by the shop's own number.

create table paylink_invoices (
  merchant_id bigint not null references merchants,
  -- 13 digits that begin with 1, as theirs: no card number does, so that logs and lists may show it.
  transaction_no text not null check (transaction_no ~ '^1\d{12}$'),
  order_id bigint not null,
  shop_number text not null check (length(shop_number) between 1 and 100),
  -- Of the request, so that its repetition is known.
  request_hash bytea not null check (length(request_hash) = 32),
  -- False once another invoice has been issued for the shop's number.
  is_current boolean not null default true,
  primary key (merchant_id, transaction_no),
  unique (merchant_id, order_id),
  foreign key (merchant_id, order_id) references orders (merchant_id, id)
);
create unique index one_current_paylink_invoice on paylink_invoices (merchant_id, shop_number) where is_current;

-- An invoice gives way only when it was cancelled: no shop's number has two that can be paid.
create function refuse_leaving_open_invoice() returns trigger language plpgsql as $$
begin
  if not exists (select from orders o join order_statuses s on s.status = o.status
      where o.merchant_id = new.merchant_id and o.id = new.order_id and s.standing = 'cancelled') then
    raise exception 'order % of % is not cancelled', new.order_id, new.shop_number using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger only_cancelled_invoices_give_way before update of is_current on paylink_invoices
  for each row when (old.is_current and not new.is_current) execute function refuse_leaving_open_invoice();

-- Theirs charges the amount whatever the products come to. add_up: refused; as_sent: the difference is a line or a discount.
alter table merchants add column paylink_amounts text not null default 'add_up'
  check (paylink_amounts in ('add_up', 'as_sent'));
