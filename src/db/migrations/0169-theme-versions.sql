-- Every look that a shop has saved, so that one press goes back to it (docs/decisions/0180). Written where themes are, whoever saves one.
create table theme_versions (
  merchant_id bigint not null references merchants,
  version integer not null check (version > 0),
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  -- The logo that the shop had beside it when the next one was saved; of the newest that of `merchants`.
  logo_image_id text,
  saved_at timestamptz not null,
  primary key (merchant_id, version)
);

-- The latest 50 of a shop stay; before the first save stands what it began with. A save that changed nothing leaves no trace once the next is made.
create function keep_theme_version() returns trigger language plpgsql as $$
declare
  logo text := (select logo_image_id from merchants where id = new.merchant_id);
  last record;
begin
  if not exists (select from theme_versions where merchant_id = new.merchant_id) then
    insert into theme_versions (merchant_id, version, settings, saved_at) values (new.merchant_id, 1, '{}', now());
  end if;
  select version, settings into last from theme_versions
    where merchant_id = new.merchant_id order by version desc limit 1;
  update theme_versions set logo_image_id = logo where merchant_id = new.merchant_id and version = last.version;
  delete from theme_versions where merchant_id = new.merchant_id and version = last.version and exists (
    select from (select settings, logo_image_id from theme_versions
      where merchant_id = new.merchant_id and version < last.version order by version desc limit 1) before
    where before.settings = last.settings and before.logo_image_id is not distinct from logo);
  insert into theme_versions (merchant_id, version, settings, saved_at)
    values (new.merchant_id, last.version + 1, new.settings, now());
  delete from theme_versions where merchant_id = new.merchant_id and version <= last.version + 1 - 50;
  return new;
end $$;
insert into theme_versions (merchant_id, version, settings, saved_at) select merchant_id, 1, settings, now() from themes;
create trigger themes_are_kept after insert or update on themes for each row execute function keep_theme_version();
