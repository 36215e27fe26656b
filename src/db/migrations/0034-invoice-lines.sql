-- What a line of a tax document needs beyond whole pieces: quantities with decimals, units of measure, the VAT category
-- and the text of its reason as they were when the order was made, and the day of supply.

-- Thousandths of a unit: 500 is half a kilogram. Stock is still counted in whole pieces.
alter table order_lines drop constraint order_lines_qty_check;
alter table order_lines rename column qty to qty_thousandths;
alter table order_lines alter column qty_thousandths type integer using qty_thousandths * 1000;
alter table order_lines add check (qty_thousandths between 1 and 100000000);
alter table refund_lines rename column quantity to qty_thousandths;
alter table refund_lines alter column qty_thousandths type integer using qty_thousandths * 1000;

-- Codes of UN/ECE Recommendation 20; the list is in core/unit-code.ts.
create domain unit_code as text check (value ~ '^[A-Z0-9]{2,3}$');
alter table order_lines add column unit_code unit_code not null default 'PCE';
alter table products add column unit_code unit_code not null default 'PCE';

-- The tax authority's letter, null where no VAT was applied; and why no VAT is charged, in the words of that day.
alter table order_lines add column vat_category text check (vat_category in ('S', 'Z', 'E', 'O'));
alter table order_lines add column vat_reason_ar text check (length(vat_reason_ar) between 1 and 500);
alter table order_lines add column vat_reason_en text check (length(vat_reason_en) between 1 and 500);
alter table order_lines add check ((vat_reason_ar is null) = (vat_reason_en is null));
alter table order_lines add check (vat_category <> 'S' or vat_reason_ar is null);

update order_lines set vat_category = case
  when vat_bps > 0 then 'S'
  when vat_exemption in ('VATEX-SA-29', 'VATEX-SA-29-7', 'VATEX-SA-30') then 'E'
  when vat_exemption = 'VATEX-SA-OOS' then 'O'
  else 'Z' end
where vat_bps is not null;

-- Null means the day of payment.
alter table orders add column supply_date date;

-- As in 0022, with the column's new name.
create or replace function refund_lines_agree() returns trigger language plpgsql as $$
begin
  if (select sum(taxable + vat) from refund_lines where refund_id = new.refund_id)
      is distinct from (select amount from refunds where id = new.refund_id) then
    raise exception 'the lines of refund % do not come to its amount', new.refund_id using errcode = 'check_violation';
  end if;
  if exists (
    select from refund_lines l join refunds r on r.id = l.refund_id and r.state <> 'declined'
      join order_lines o on o.order_id = l.order_id and o.position = l.position
    where l.order_id = new.order_id and l.position = new.position
    group by o.order_id, o.position
    having sum(l.taxable) > o.line_net - o.line_discount or sum(l.vat) > o.line_vat
      or sum(l.qty_thousandths) > o.qty_thousandths
  ) then
    raise exception 'more is given back of line % of order % than was sold', new.position, new.order_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
