-- What a refund takes back of each line of its order. A credit note corrects the VAT of the very lines that were
-- returned, so what was asked for is kept beside the amount, from the moment the refund is claimed.

create table refund_lines (
  merchant_id bigint not null references merchants,
  order_id bigint not null,
  refund_id text not null references refunds,
  position smallint not null,
  -- Pieces that came back; null where an amount was given back and no pieces were named.
  quantity integer check (quantity > 0),
  taxable bigint not null check (taxable >= 0),
  vat bigint not null check (vat >= 0),
  primary key (refund_id, position),
  foreign key (order_id, position) references order_lines
);
create index refund_lines_by_order on refund_lines (order_id);

-- Refunds of before took back what their credit notes say.
insert into refund_lines (merchant_id, order_id, refund_id, position, taxable, vat)
select o.merchant_id, d.order_id, d.refund_key, part.position, (part.line ->> 'taxable')::bigint, (part.line ->> 'vat')::bigint
from tax_documents d
join orders o on o.id = d.order_id
join refunds r on r.id = d.refund_key and r.order_id = d.order_id
cross join lateral jsonb_array_elements(d.content -> 'credited') with ordinality as part (line, position)
where d.kind = 'credit_note' and (part.line ->> 'taxable')::bigint + (part.line ->> 'vat')::bigint > 0;

create trigger refund_lines_only_grow before update or delete or truncate on refund_lines
  for each statement execute function refuse_change();

-- At commit: a refund's lines come to its amount, and all that is given back of a line is never more than the line.
create function refund_lines_agree() returns trigger language plpgsql as $$
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
    having sum(l.taxable) > o.line_net - o.line_discount or sum(l.vat) > o.line_vat or sum(l.quantity) > o.qty
  ) then
    raise exception 'more is given back of line % of order % than was sold', new.position, new.order_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger refund_lines_agree after insert on refund_lines
  deferrable initially deferred for each row execute function refund_lines_agree();
