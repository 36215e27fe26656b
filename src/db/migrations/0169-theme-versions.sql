-- Every look that a shop has saved, so that one press goes back to it (docs/decisions/0180). Written where themes are, whoever saves one.
create table theme_versions (
  merchant_id bigint not null references merchants,
  version integer not null check (version > 0),
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  saved_at timestamptz not null,
  primary key (merchant_id, version)
);

-- The latest 50 of a shop stay. A save that changes nothing is none.
create function keep_theme_version() returns trigger language plpgsql as $$
declare
  last record;
begin
  select version, settings into last from theme_versions
    where merchant_id = new.merchant_id order by version desc limit 1;
  if last.settings is not distinct from new.settings then
    return new;
  end if;
  insert into theme_versions (merchant_id, version, settings, saved_at)
    values (new.merchant_id, coalesce(last.version, 0) + 1, new.settings, now());
  delete from theme_versions where merchant_id = new.merchant_id and version <= coalesce(last.version, 0) + 1 - 50;
  return new;
end $$;
insert into theme_versions (merchant_id, version, settings, saved_at) select merchant_id, 1, settings, now() from themes;
create trigger themes_are_kept after insert or update on themes for each row execute function keep_theme_version();
