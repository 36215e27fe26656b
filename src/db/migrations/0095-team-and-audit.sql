-- Colleagues are invited, and what people do is written down beside what keys and operators do.

-- Members belong to the shop, whose test world they reach through it.
create function members_are_of_live_shops() returns trigger language plpgsql as $$
begin
  if exists (select from merchants where id = new.merchant_id and world = 'test') then
    raise exception 'merchant % is a test world: its people are those of its shop', new.merchant_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger members_are_of_live_shops before insert or update on memberships
  for each row execute function members_are_of_live_shops();

create table invitations (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- The invitation is for this address alone.
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  role text not null check (role in ('owner', 'manager', 'accountant', 'cashier', 'developer')),
  invited_by bigint not null references persons,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  taken_at timestamptz,
  withdrawn_at timestamptz,
  primary key (merchant_id, id),
  constraint taken_or_withdrawn check (taken_at is null or withdrawn_at is null),
  constraint an_invitation_lives_for_a_while check (expires_at > created_at)
);

-- In which role a person acted, from where, and what changed (no secrets, nothing of buyers).
alter table admin_acts
  add column role text check (role in ('owner', 'manager', 'accountant', 'cashier', 'developer')),
  add column address text check (length(address) <= 64),
  add column details jsonb;
