-- Test and live side by side (docs/decisions/0105): the test world of a merchant is a merchant of its own, so that every
-- key, limit and foreign key that holds two merchants apart holds the two worlds apart. A test merchant names the live one
-- that it belongs to, at most one each.
alter table merchants
  add column world text not null default 'live' check (world in ('live', 'test')),
  add column live_merchant_id bigint unique references merchants,
  add constraint merchants_test_names_live check ((world = 'test') = (live_merchant_id is not null));

-- What was made with real money stays with real money, and the other way round.
create function world_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'the world of merchant % cannot change', old.id using errcode = 'check_violation';
  end if;
  if not exists (select from merchants where id = new.live_merchant_id and world = 'live') then
    raise exception 'a test world belongs to a live merchant' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger world_of_live before insert on merchants
  for each row when (new.world = 'test') execute function world_stays();
create trigger world_unchanged before update of world, live_merchant_id on merchants
  for each row when (new.world is distinct from old.world or new.live_merchant_id is distinct from old.live_merchant_id)
  execute function world_stays();

-- A test world pays at the simulators alone: it has no account at a provider, whose money or keys could be real.
create function no_account_in_test_world() returns trigger language plpgsql as $$
begin
  if exists (select from merchants where id = new.merchant_id and world = 'test') then
    raise exception 'merchant % is a test world and has no account at a provider', new.merchant_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger no_account_in_test_world before insert or update on provider_accounts
  for each row execute function no_account_in_test_world();
