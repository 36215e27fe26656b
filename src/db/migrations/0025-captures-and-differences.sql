-- Who collects approved money, differences that belong to no order, and when orders that were refunded changed last.

-- Who collects an approval may do so until then; nobody else sends the collection meanwhile.
alter table payment_attempts add column capture_until timestamptz;

-- A difference between the books may belong to no order, and on the installation's account to no merchant. Every other
-- event hangs on both.
alter table events alter column order_id drop not null, alter column merchant_id drop not null;
alter table events
  add constraint events_without_order_are_differences
    check (order_id is not null or (attempt_id is null and type = 'reconciliation.difference')),
  add constraint events_without_merchant_have_no_order check (merchant_id is not null or order_id is null);

-- 0016 dated orders by their creation, payment and end, and passed over refunds that had been made by then. The trigger
-- would write the time of this migration instead.
alter table orders disable trigger order_changes_are_noted;
update orders o set updated_at = r.last
  from (select order_id, max(updated_at) as last from refunds where state = 'refunded' and not is_surplus group by 1) r
  where r.order_id = o.id and r.last > o.updated_at;
-- What the statement above has left to be checked at commit would hold up the change of the table.
set constraints all immediate;
alter table orders enable trigger order_changes_are_noted;
