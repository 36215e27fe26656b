-- The master secrets that this database was used with, by the ids that are derived from them; the secrets themselves
-- are never here. A server that does not know one that is in use must not start: what the others sign and seal would
-- mean nothing to it.

create table secret_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{8}$'),
  first_used_at timestamptz not null default now(),
  -- Since then nothing is sealed with it any more.
  retired_at timestamptz
);

-- What was sealed with a retired secret could not be opened once its holder has thrown the secret away. The first byte
-- of a sealed value is 2 where four bytes of the id follow; values of earlier releases have none.
create function sealed_with_a_secret_in_use() returns trigger language plpgsql as $$
declare
  sealed bytea;
  retired timestamptz;
begin
  execute format('select ($1).%I', tg_argv[0]) into sealed using new;
  if sealed is not null and get_byte(sealed, 0) = 2 then
    -- Holds off whoever is about to retire it.
    select retired_at into retired from secret_keys
      where key_id = encode(substring(sealed from 2 for 4), 'hex')
      for share;
    if retired is not null then
      raise exception 'sealed with a retired secret' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;

create trigger provider_accounts_sealed before insert or update of sealed_settings on provider_accounts
  for each row execute function sealed_with_a_secret_in_use('sealed_settings');
