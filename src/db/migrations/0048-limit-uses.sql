-- How often something was done in a while, over all servers (core/limits.ts): what fails from one address. Removed
-- when its while is over.

create table limit_uses (
  -- A keyed digest (purpose 'address' of server/signing.ts) of the caller and of what is counted: no address is kept.
  key text primary key check (length(key) between 20 and 100),
  count integer not null check (count >= 0),
  until timestamptz not null
);
create index limit_uses_by_age on limit_uses (until);
