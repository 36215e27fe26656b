-- What a test world sells is not sold: its tax documents are no invoices, and the authority must never take them for some
-- (docs/decisions/0106). Units of the authority's sandbox and simulation are allowed.
create function no_production_unit_in_test_world() returns trigger language plpgsql as $$
begin
  if exists (select from merchants where id = new.merchant_id and world = 'test') then
    raise exception 'merchant % is a test world and has no unit of production', new.merchant_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger no_production_unit_in_test_world before insert or update of environment on egs_units
  for each row when (new.environment = 'production') execute function no_production_unit_in_test_world();
