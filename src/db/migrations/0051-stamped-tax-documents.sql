-- Phase 2 of e-invoicing: the units that stamp for merchants, the stamped files in an unbroken chain, and what is to be
-- sent to the tax authority. A merchant is in phase 2 while it has a unit that stamps; without one nothing of this is
-- touched.

create table egs_unit_moves (from_state text not null, to_state text not null, primary key (from_state, to_state));
insert into egs_unit_moves values ('new', 'active'), ('new', 'retired'), ('active', 'stopped'), ('stopped', 'active'),
  ('active', 'retired'), ('stopped', 'retired');

create table egs_units (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  environment text not null check (environment in ('sandbox', 'simulation', 'production')),
  -- The unit's own number, in its certificate.
  serial uuid not null,
  -- active: stamps and sends. stopped: stamps; nothing is sent, for the authority no longer knows its certificate.
  state text not null default 'new' check (state in ('new', 'active', 'stopped', 'retired')),
  -- The stamping key, and the identifier and secret of the certificate; sealed.
  sealed_key bytea not null,
  sealed_credentials bytea,
  -- DER in base64, one line.
  certificate text check (certificate ~ '^[A-Za-z0-9+/]+=*$'),
  not_after timestamptz,
  -- The chain: how many documents it has, and the hash of the last. Moved by tax_envelopes alone.
  icv bigint not null default 0 check (icv >= 0),
  last_hash text not null
    default 'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==',
  created_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, serial),
  check (state not in ('active', 'stopped')
    or (certificate is not null and not_after is not null and sealed_credentials is not null))
);
-- One chain at a time.
create unique index one_stamping_unit_per_merchant on egs_units (merchant_id) where state in ('active', 'stopped');

create trigger egs_keys_sealed before insert or update of sealed_key on egs_units
  for each row execute function sealed_with_a_secret_in_use('sealed_key');
create trigger egs_credentials_sealed before insert or update of sealed_credentials on egs_units
  for each row execute function sealed_with_a_secret_in_use('sealed_credentials');
create trigger egs_units_stay before delete or truncate on egs_units
  for each statement execute function refuse_change();

create table tax_envelopes (
  merchant_id bigint not null,
  document_id bigint not null references tax_documents,
  unit_id bigint not null,
  uuid uuid not null,
  -- Place in the unit's chain, and hash of the document before.
  icv bigint not null check (icv > 0),
  previous_hash text not null,
  hash text not null check (hash ~ '^[A-Za-z0-9+/]{43}=$'),
  -- The file as it is sent, byte for byte.
  xml text not null,
  primary key (merchant_id, document_id),
  foreign key (merchant_id, unit_id) references egs_units (merchant_id, id),
  unique (merchant_id, unit_id, icv),
  unique (merchant_id, uuid)
);
create trigger tax_envelopes_only_grow before update or delete or truncate on tax_envelopes
  for each statement execute function refuse_change();

-- An envelope is the next one of its unit's chain and belongs to a document of the unit's merchant; the chain moves on.
create function extend_chain() returns trigger language plpgsql as $$
begin
  if not exists (select from tax_documents d join egs_units u on u.merchant_id = d.merchant_id
      where d.id = new.document_id and u.merchant_id = new.merchant_id and u.id = new.unit_id
      and u.state in ('active', 'stopped')) then
    raise exception 'unit % does not stamp document %', new.unit_id, new.document_id using errcode = 'check_violation';
  end if;
  update egs_units set icv = new.icv, last_hash = new.hash
    where merchant_id = new.merchant_id and id = new.unit_id and icv = new.icv - 1 and last_hash = new.previous_hash;
  if not found then
    raise exception 'document % does not follow the last one of unit %', new.document_id, new.unit_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger envelopes_extend_chain after insert on tax_envelopes
  for each row execute function extend_chain();

-- A unit stays its merchant's, moves by its table of moves, and its chain has an envelope for every step.
create function check_egs_unit() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'new' or new.icv <> 0 or new.last_hash
        <> 'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==' then
      raise exception 'a unit begins new, with an empty chain' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (new.merchant_id, new.id, new.environment, new.serial)
      <> (old.merchant_id, old.id, old.environment, old.serial) then
    raise exception 'unit % stays what it is', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state
      and not exists (select from egs_unit_moves where from_state = old.state and to_state = new.state) then
    raise exception 'a unit may not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  if (new.icv, new.last_hash) <> (old.icv, old.last_hash) and (new.icv <> old.icv + 1 or not exists (select
      from tax_envelopes where merchant_id = new.merchant_id and unit_id = new.id and icv = new.icv
      and hash = new.last_hash and previous_hash = old.last_hash)) then
    raise exception 'the chain of unit % moves with its envelopes', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger egs_units_hold before insert or update on egs_units
  for each row execute function check_egs_unit();

-- What became of a document at the authority: reported (simplified) or cleared (standard). One row per envelope, made
-- with it.
create table tax_submission_moves (from_state text not null, to_state text not null, primary key (from_state, to_state));
insert into tax_submission_moves values ('due', 'in_flight'), ('in_flight', 'due'), ('in_flight', 'unknown'),
  ('in_flight', 'accepted'), ('in_flight', 'rejected'), ('unknown', 'in_flight');

create table tax_submissions (
  merchant_id bigint not null,
  document_id bigint not null,
  way text not null check (way in ('report', 'clear')),
  state text not null default 'due' check (state in ('due', 'in_flight', 'unknown', 'accepted', 'rejected')),
  -- Reports: a day after the document was issued.
  deadline_at timestamptz,
  primary key (merchant_id, document_id),
  foreign key (merchant_id, document_id) references tax_envelopes (merchant_id, document_id),
  check ((way = 'report') = (deadline_at is not null))
);
create index tax_submissions_open on tax_submissions (merchant_id, document_id) where state not in ('accepted', 'rejected');
create trigger tax_submissions_stay before delete or truncate on tax_submissions
  for each statement execute function refuse_change();

create function check_tax_submission() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'due' then
      raise exception 'a submission begins due' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new.state <> old.state
      and not exists (select from tax_submission_moves where from_state = old.state and to_state = new.state) then
    raise exception 'a submission may not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  -- Clearance may be switched off at the authority; a report never becomes one.
  if (new.merchant_id, new.document_id) <> (old.merchant_id, old.document_id) or (new.way <> old.way and old.way = 'report') then
    raise exception 'submission % stays what it is', old.document_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger tax_submissions_hold before insert or update on tax_submissions
  for each row execute function check_tax_submission();

-- Every envelope is to be sent, from the moment that it exists.
create function envelope_is_submitted() returns trigger language plpgsql as $$
begin
  if not exists (select from tax_submissions where merchant_id = new.merchant_id and document_id = new.document_id) then
    raise exception 'document % is stamped and not to be sent', new.document_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger envelopes_are_submitted after insert on tax_envelopes
  deferrable initially deferred for each row execute function envelope_is_submitted();
