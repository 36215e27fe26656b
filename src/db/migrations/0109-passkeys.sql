-- Passkeys: who holds the device has shown who they are (docs/decisions/0122).

-- Random bytes by which devices tell their persons apart; says nothing of the person.
alter table persons add column passkey_handle uuid not null default gen_random_uuid() unique;

create table person_passkeys (
  person_id bigint not null references persons,
  id bigint generated always as identity,
  -- As the browser names it, base64url.
  credential_id text not null unique check (credential_id ~ '^[A-Za-z0-9_-]+$' and length(credential_id) between 16 and 1400),
  -- COSE.
  public_key bytea not null check (length(public_key) <= 2000),
  -- How often it has signed, where the device counts; 0 where it does not.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (person_id, id)
);

-- Challenges are signed and not kept until one is used: each counts once.
create table used_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  expires_at timestamptz not null
);
create index used_challenges_by_end on used_challenges (expires_at);

-- A new address is mailed a link; it takes the old one's place when the link is followed.
alter table person_links add column email text check (email = lower(email) and length(email) between 3 and 254);
alter table person_links drop constraint person_links_purpose_check;
alter table person_links add constraint person_links_purpose_check
  check (purpose in ('set_password', 'confirm_email', 'change_email'));
alter table person_links add constraint a_change_of_address_has_one check ((purpose = 'change_email') = (email is not null));
