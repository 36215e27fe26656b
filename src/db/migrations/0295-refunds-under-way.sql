-- While a refund of an order is under way, the order does not leave what may be given back (docs/decisions/0295): the
-- provider may pay it out whatever becomes of the order meanwhile.
alter table order_standings add column refundable boolean;
update order_standings set refundable = standing = 'paid';
alter table order_standings alter column refundable set not null;

create function refunds_of_order_have_ended() returns trigger language plpgsql as $$
begin
  if exists (select from order_statuses s join order_standings f on f.standing = s.standing
        where s.status = new.status and f.was_paid and not f.refundable)
      and exists (select from refunds r where r.merchant_id = new.merchant_id and r.order_id = new.id
        and not r.is_surplus and r.state in ('in_flight', 'unknown', 'pending')) then
    raise exception 'order % is % while a refund of it is under way', new.order_number, new.status
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Nothing of an order is refunded before it was paid: moves until then, and the payment itself, ask nothing here.
create constraint trigger refunds_of_order_have_ended after update of status on orders
  deferrable initially deferred for each row when (old.status is distinct from new.status and old.paid_at is not null)
  execute function refunds_of_order_have_ended();
