-- The audit log shows what was done to it behind our back: each act has its place in the chain of its shop, and a hash of itself and of
-- the act before. Operators' acts that are about no shop are a chain of their own (docs/decisions/0176).
alter table admin_acts
  add column place bigint,
  add column hash bytea check (length(hash) = 32);

-- Each part with its length in front, so that no two acts are written alike; `-` is null. `act_of` in audit-chain.ts reads the same.
create function act_part(part text) returns text language sql immutable as $$
  select coalesce(octet_length(part) || ':' || part, '-')
$$;

create function chain_act() returns trigger language plpgsql as $$
declare
  last record;
begin
  -- One after the other: two at a time would have the same act before them.
  perform pg_advisory_xact_lock(hashtextextended('admin_acts ' || coalesce(new.merchant_id, 0), 0));
  select place, hash into last from admin_acts
    where merchant_id is not distinct from new.merchant_id order by place desc limit 1;
  new.place := coalesce(last.place, 0) + 1;
  new.hash := sha256(coalesce(last.hash, ''::bytea) || convert_to(
    act_part(new.place::text) || act_part((extract(epoch from new.at) * 1000000)::bigint::text) || act_part(new.actor)
    || act_part(new.act) || act_part(new.merchant_id::text) || act_part(new.subject) || act_part(new.result)
    || act_part(new.role) || act_part(new.address) || act_part(new.details::text), 'UTF8'));
  return new;
end $$;

-- What is there already becomes the beginning of the chains.
alter table admin_acts disable trigger admin_acts_only_grow;
do $$
declare
  one admin_acts;
  before record;
begin
  for one in select * from admin_acts order by id loop
    select place, hash into before from admin_acts
      where merchant_id is not distinct from one.merchant_id and place is not null order by place desc limit 1;
    update admin_acts set place = coalesce(before.place, 0) + 1,
      hash = sha256(coalesce(before.hash, ''::bytea) || convert_to(
        act_part((coalesce(before.place, 0) + 1)::text) || act_part((extract(epoch from one.at) * 1000000)::bigint::text)
        || act_part(one.actor) || act_part(one.act) || act_part(one.merchant_id::text) || act_part(one.subject)
        || act_part(one.result) || act_part(one.role) || act_part(one.address) || act_part(one.details::text), 'UTF8'))
      where id = one.id;
  end loop;
end $$;
alter table admin_acts enable trigger admin_acts_only_grow;

alter table admin_acts alter column place set not null, alter column hash set not null;
create unique index admin_acts_by_place on admin_acts (merchant_id, place) nulls not distinct;
create trigger admin_acts_are_chained before insert on admin_acts for each row execute function chain_act();
