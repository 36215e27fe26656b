-- A second factor: codes of an app (RFC 6238), and codes on paper for the day when the phone is lost.
create table person_totp (
  person_id bigint primary key references persons,
  -- Sealed with the master secret.
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- From the first right code on it is asked for; null: it was begun and not finished.
  confirmed_at timestamptz,
  -- The last step of time whose code was used: a code counts once.
  last_step bigint not null default 0
);
create table person_recovery_codes (
  person_id bigint not null references persons,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (person_id, code_hash)
);
-- Such a session has a password behind it and no second factor yet: it opens nothing but the form for the code.
alter table person_sessions add column awaits_factor boolean not null default false;
create trigger totp_secrets_sealed before insert or update of sealed_secret on person_totp
  for each row execute function sealed_with_a_secret_in_use('sealed_secret');
