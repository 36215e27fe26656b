-- The people of shops: who signs in to the console, with which shops, in which role (docs/decisions/0107).

-- A person belongs to no shop: one may work in several.
create table persons (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  -- In lower case: the name to sign in with, and where a reset goes.
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  email_confirmed_at timestamptz,
  -- E.164; a second name to sign in with.
  mobile text unique check (mobile ~ '^\+[0-9]{7,15}$'),
  language text not null default 'ar' check (language in ('ar', 'en')),
  -- Argon2id with its own salt and costs; null until a password is chosen.
  password_hash text check (password_hash like '$argon2id$%'),
  password_set_at timestamptz,
  created_at timestamptz not null default now(),
  constraint a_password_has_its_time check ((password_hash is null) = (password_set_at is null))
);

create table memberships (
  merchant_id bigint not null references merchants,
  person_id bigint not null references persons,
  role text not null check (role in ('owner', 'manager', 'accountant', 'cashier', 'developer')),
  created_at timestamptz not null default now(),
  primary key (merchant_id, person_id)
);
create index memberships_by_person on memberships (person_id);

-- A session is known by the SHA-256 of its token; the token is in the person's cookie alone.
create table person_sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  person_id bigint not null references persons,
  created_at timestamptz not null,
  -- To the minute.
  last_seen_at timestamptz not null,
  -- When the person last proved who it is: for the acts that ask for it again.
  proven_at timestamptz not null,
  ended_at timestamptz,
  address text not null check (length(address) <= 64),
  user_agent text not null check (length(user_agent) <= 200)
);
create index person_sessions_by_person on person_sessions (person_id, id desc);

-- One-time addresses that were given or mailed to a person.
create table person_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  person_id bigint not null references persons,
  purpose text not null check (purpose in ('set_password', 'confirm_email')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint a_link_lives_for_a_while check (expires_at > created_at)
);
create index person_links_by_person on person_links (person_id);
