-- The servers that work on this database now. Each says every few seconds that it lives; one that has not for a while
-- is dead. Only servers of a database of their own (DATABASE_URL) are here: the built-in one belongs to one process.

create table nodes (
  -- Kept in the data directory, which one process has to itself: a server that starts again takes its row over.
  id text primary key check (length(id) between 8 and 40),
  -- Where its files are, without credentials: 'disk', or a name of the store. All must have the same store.
  storage text not null check (length(storage) between 1 and 500),
  -- Its master secret is in its data directory, and not in a setting that all share.
  has_own_secret boolean not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- Who remembers a merchant's accounts at providers is told when they change, whoever changes them: a server, a command
-- of the operator. Accounts change a few times a year; nothing that buyers do notifies in its own transaction, since
-- PostgreSQL lets one notifying transaction commit at a time (docs/decisions/0045, 0058).
create function tell_of_provider_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('wasl', 'account ' || coalesce(new.merchant_id, old.merchant_id));
  return null;
end $$;

create trigger provider_accounts_told after insert or update or delete on provider_accounts
  for each row execute function tell_of_provider_account();
