-- Money that is owed to the buyer is a fact of the attempt's state, not the name of one (docs/decisions/0326).
alter table attempt_states add column is_owed boolean;
update attempt_states set is_owed = state = 'surplus';
alter table attempt_states alter column is_owed set not null;
-- What settles an order is the order's.
alter table attempt_states add check (not (is_owed and settles));

-- As in 0275, by the fact. A state that no table has blocks.
create or replace function may_content_change(merchant bigint, subject bigint) returns boolean language sql stable as $$
  select exists (select from orders o join order_statuses s on s.status = o.status
      where o.merchant_id = merchant and o.id = subject and s.standing = 'payable')
    and not exists (select from payment_attempts a left join attempt_states t on t.state = a.state
      where a.merchant_id = merchant and a.order_id = subject
        and (t.is_owed or (t.blocks_start is not false and not (a.state = 'unknown' and a.step = 'start'))))
$$;
