-- Only one process sends a refund at a time. Who sends holds a lease with a token of its own; the token is compared
-- again in the statement that allows the call (`sent_at`), so whoever lost the lease sends nothing.

alter table refunds add column lease_token text;
alter table refunds add column lease_until timestamptz;
-- When the provider was last sent this refund; kept while it is not known what came of that.
alter table refunds add column sent_at timestamptz;
alter table refunds add constraint refund_lease_is_whole check ((lease_token is null) = (lease_until is null));
-- What is over is sent by nobody.
alter table refunds add constraint refund_lease_while_open
  check (lease_token is null or state in ('in_flight', 'unknown', 'pending'));

-- An order says to have given back exactly what its refunds gave back (0003 held only that it is not more than was
-- taken). Looked at when the transaction commits, so that a refund cannot be marked in one and booked in another.
create function order_and_refunds_agree() returns trigger language plpgsql as $$
declare
  subject bigint;
  booked bigint;
  made bigint;
begin
  if tg_table_name = 'orders' then
    subject := new.id;
  elsif tg_op = 'DELETE' then
    subject := old.order_id;
  else
    subject := new.order_id;
  end if;
  select refunded_total into booked from orders where id = subject;
  select coalesce(sum(amount), 0) into made from refunds
    where order_id = subject and state = 'refunded' and not is_surplus;
  if booked is distinct from made then
    raise exception 'order % says that % was given back while its refunds say %', subject, booked, made
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger order_agrees_with_refunds after update of refunded_total on orders
  deferrable initially deferred for each row when (old.refunded_total is distinct from new.refunded_total)
  execute function order_and_refunds_agree();
create constraint trigger order_born_unrefunded after insert on orders
  deferrable initially deferred for each row when (new.refunded_total > 0)
  execute function order_and_refunds_agree();
create constraint trigger refund_born_booked after insert on refunds
  deferrable initially deferred for each row when (new.state = 'refunded' and not new.is_surplus)
  execute function order_and_refunds_agree();
create constraint trigger refund_agrees_with_order after update of state, amount, is_surplus, order_id on refunds
  deferrable initially deferred for each row when (new.state = 'refunded' or old.state = 'refunded')
  execute function order_and_refunds_agree();
create constraint trigger booked_refund_stays after delete on refunds
  deferrable initially deferred for each row when (old.state = 'refunded' and not old.is_surplus)
  execute function order_and_refunds_agree();

-- A page's key names one checkout of a link: the newest. Older ones that a page has left behind give theirs up.
update checkouts k set checkout_key = null where checkout_key is not null and exists (
  select from checkouts newer where newer.product_link_id = k.product_link_id
    and newer.checkout_key = k.checkout_key and newer.order_id > k.order_id);
drop index checkouts_by_key;
create unique index one_checkout_per_key on checkouts (product_link_id, checkout_key) where checkout_key is not null;
