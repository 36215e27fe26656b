-- Shops that people open by themselves, and names to sign in with that are proven by a code (docs/decisions/0140, 0141).

-- A person is known by an address, by a mobile, or by both.
alter table persons
  alter column email drop not null,
  add constraint a_person_has_a_name_to_sign_in_with check (email is not null or mobile is not null);

alter table merchants
  -- When the operator let the shop sell; null: it waits. Whom the operator makes or invites does not.
  add column approved_at timestamptz default now(),
  -- Who opened it, where that was no operator; the key names the opening, so that a second press makes no second shop.
  add column opened_by bigint references persons,
  add column opening_key text check (length(opening_key) between 1 and 64),
  add constraint an_opening_has_a_key check ((opened_by is null) = (opening_key is null));
create unique index merchants_by_opening on merchants (opened_by, opening_key);

-- Addresses and mobiles that somebody claims, until a code that was sent there comes back. The token is in the browser's cookie alone.
create table address_proofs (
  token_hash bytea primary key check (length(token_hash) = 32),
  purpose text not null check (purpose in ('sign_up', 'own_address')),
  -- Who adds it to their account; a person who signs up is none yet.
  person_id bigint references persons,
  email text check (email = lower(email) and length(email) between 3 and 254),
  mobile text check (mobile ~ '^\+[0-9]{7,15}$'),
  -- SHA-256 of the token and the code together: nobody who reads this table can try codes.
  code_hash bytea not null check (length(code_hash) = 32),
  tries integer not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  used_at timestamptz,
  constraint of_one_address check ((email is null) <> (mobile is null)),
  constraint of_a_person_or_a_sign_up check ((purpose = 'own_address') = (person_id is not null)),
  constraint used_when_confirmed check (used_at is null or confirmed_at is not null),
  constraint a_proof_lives_for_a_while check (expires_at > created_at)
);

-- Whom the operator lets open a shop, where that goes by invitation.
create table shop_invitations (
  id bigint generated always as identity primary key,
  email text check (email = lower(email) and length(email) between 3 and 254),
  mobile text check (mobile ~ '^\+[0-9]{7,15}$'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint of_one_address check ((email is null) <> (mobile is null)),
  constraint an_invitation_lives_for_a_while check (expires_at > created_at)
);
