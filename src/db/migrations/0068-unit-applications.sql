-- A stamping unit's way to its certificate: the first one, and each that follows it. One row per unit, moved by one step
-- after another, so that a command that was cut off goes on where it was and a unit is never made twice.

create table egs_application_moves (
  from_state text not null, to_state text not null, primary key (from_state, to_state)
);
insert into egs_application_moves values ('asked', 'certified'), ('asked', 'issued'), ('certified', 'proven'),
  ('proven', 'issued'), ('certified', 'asked'), ('proven', 'asked'), ('issued', 'asked');

create table egs_applications (
  merchant_id bigint not null,
  unit_id bigint not null,
  -- asked: key and request are made. certified: the certificate for the compliance check is there. proven: the authority
  -- took all documents of the check. issued: the unit has its certificate, and nothing secret is left here.
  state text not null default 'asked' check (state in ('asked', 'certified', 'proven', 'issued')),
  -- PKCS #10 in PEM, sent as it is however often.
  request text not null check (request like '-----BEGIN CERTIFICATE REQUEST-----%'),
  -- The key of the request; sealed as the unit's own, which it becomes.
  sealed_key bytea,
  -- What the compliance check is made with: number of the request, DER in base64, identifier and secret sealed.
  compliance_request_id text,
  compliance_certificate text check (compliance_certificate ~ '^[A-Za-z0-9+/]+=*$'),
  sealed_credentials bytea,
  changed_at timestamptz not null default now(),
  primary key (merchant_id, unit_id),
  foreign key (merchant_id, unit_id) references egs_units (merchant_id, id),
  check ((state = 'issued') = (sealed_key is null)),
  check ((state in ('certified', 'proven')) = (sealed_credentials is not null)),
  check ((sealed_credentials is null) = (compliance_request_id is null)),
  check ((sealed_credentials is null) = (compliance_certificate is null))
);
create trigger egs_application_keys_sealed before insert or update of sealed_key on egs_applications
  for each row execute function sealed_with_a_secret_in_use('sealed_key');
create trigger egs_application_credentials_sealed before insert or update of sealed_credentials on egs_applications
  for each row execute function sealed_with_a_secret_in_use('sealed_credentials');
create trigger egs_applications_stay before delete or truncate on egs_applications
  for each statement execute function refuse_change();

create function check_egs_application() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'asked' then
      raise exception 'an application begins asked' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (new.merchant_id, new.unit_id) <> (old.merchant_id, old.unit_id) then
    raise exception 'the application of unit % stays its own', old.unit_id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and not exists (select from egs_application_moves
      where from_state = old.state and to_state = new.state) then
    raise exception 'an application may not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger egs_applications_hold before insert or update on egs_applications
  for each row execute function check_egs_application();

-- A merchant makes one unit at a time.
create unique index one_new_unit_per_merchant on egs_units (merchant_id) where state = 'new';
