-- The merchant in the keys of what belongs to an order (docs/decisions/0076): first its lines. With a million orders of
-- three lines: 40 seconds, in which nothing else reads or writes orders.
lock table orders, order_lines, refund_lines;

-- For rows that do not name their merchant: those of a program of before that still runs, and those that people write.
create function take_merchant() returns trigger language plpgsql as $$
begin
  execute format('select merchant_id from %I where id = ($1).%I', tg_argv[0], tg_argv[1])
    into new.merchant_id using new;
  return new;
end $$;

-- What (merchant_id, order_id) refers to. An order's id is unique alone, too: it is counted over all merchants.
alter table orders add unique (merchant_id, id);

alter table order_lines add column merchant_id bigint;
update order_lines l set merchant_id = o.merchant_id from orders o where o.id = l.order_id;
alter table refund_lines drop constraint refund_lines_order_id_position_fkey;
alter table order_lines
  alter column merchant_id set not null,
  drop constraint order_lines_order_id_fkey,
  drop constraint order_lines_pkey,
  add primary key (merchant_id, order_id, position),
  add foreign key (merchant_id, order_id) references orders (merchant_id, id);
alter table refund_lines add foreign key (merchant_id, order_id, position) references order_lines;
create trigger merchant_is_taken before insert on order_lines
  for each row when (new.merchant_id is null) execute function take_merchant('orders', 'order_id');

-- As in 0034, with the merchant.
create or replace function refund_lines_agree() returns trigger language plpgsql as $$
begin
  if (select sum(taxable + vat) from refund_lines where merchant_id = new.merchant_id and refund_id = new.refund_id)
      is distinct from (select amount from refunds where id = new.refund_id) then
    raise exception 'the lines of refund % do not come to its amount', new.refund_id using errcode = 'check_violation';
  end if;
  if exists (
    select from refund_lines l join refunds r on r.id = l.refund_id and r.state <> 'declined'
      join order_lines o on o.merchant_id = l.merchant_id and o.order_id = l.order_id and o.position = l.position
    where l.merchant_id = new.merchant_id and l.order_id = new.order_id and l.position = new.position
    group by o.order_id, o.position
    having sum(l.taxable) > o.line_net - o.line_discount or sum(l.vat) > o.line_vat
      or sum(l.qty_thousandths) > o.qty_thousandths
  ) then
    raise exception 'more is given back of line % of order % than was sold', new.position, new.order_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
