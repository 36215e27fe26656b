-- Sending stamped documents to the tax authority: in the order of each unit's chain, one at a time, every try a row.

alter table tax_submissions
  -- Of the envelope.
  add column unit_id bigint,
  add column icv bigint,
  -- Whoever has it in flight; nobody else says what came of it.
  add column lease text,
  -- Hours of waiting that people were last told of.
  add column alarmed_hours smallint not null default 0 check (alarmed_hours in (0, 12, 20, 24));
alter table tax_submissions disable trigger user;
update tax_submissions s set unit_id = e.unit_id, icv = e.icv
  from tax_envelopes e where e.merchant_id = s.merchant_id and e.document_id = s.document_id;
alter table tax_submissions enable trigger user;
alter table tax_submissions
  alter column unit_id set not null,
  alter column icv set not null,
  add foreign key (merchant_id, unit_id, icv) references tax_envelopes (merchant_id, unit_id, icv),
  add check ((state = 'in_flight') = (lease is not null));
drop index tax_submissions_open;
create index tax_submissions_open on tax_submissions (merchant_id, unit_id, icv)
  where state not in ('accepted', 'rejected');
create unique index one_submission_in_flight_per_unit on tax_submissions (merchant_id, unit_id)
  where state = 'in_flight';
create index tax_submissions_rejected on tax_submissions (merchant_id, unit_id, icv) where state = 'rejected';

-- What was sent is the envelope's file, every time.
create table tax_submission_tries (
  merchant_id bigint not null,
  document_id bigint not null,
  sequence integer not null check (sequence > 0),
  way text not null check (way in ('report', 'clear')),
  sent_at timestamptz not null,
  -- Null while nothing is known of it; for ever where its process died, and the document was sent once more.
  answered_at timestamptz,
  outcome text check (outcome in ('accepted', 'already', 'reported_instead', 'rejected', 'unauthorised', 'busy',
    'not_sent', 'unknown')),
  -- Of HTTP, where there was an answer.
  status integer,
  detail text check (length(detail) <= 500),
  -- The authority's findings: [{code, text}].
  errors jsonb not null default '[]' check (jsonb_typeof(errors) = 'array'),
  warnings jsonb not null default '[]' check (jsonb_typeof(warnings) = 'array'),
  primary key (merchant_id, document_id, sequence),
  foreign key (merchant_id, document_id) references tax_submissions (merchant_id, document_id),
  check ((answered_at is null) = (outcome is null))
);
create trigger tax_submission_tries_stay before delete or truncate on tax_submission_tries
  for each statement execute function refuse_change();
create trigger tax_submission_tries_end_once before update on tax_submission_tries
  for each row when (old.answered_at is not null) execute function refuse_change();

-- What the authority made of a standard document: its stamp and its QR code count, not ours.
create table tax_clearances (
  merchant_id bigint not null,
  document_id bigint not null,
  cleared_at timestamptz not null,
  -- As it came.
  xml text not null,
  qr text not null check (length(qr) between 1 and 2000),
  primary key (merchant_id, document_id),
  foreign key (merchant_id, document_id) references tax_submissions (merchant_id, document_id)
);
create trigger tax_clearances_only_grow before update or delete or truncate on tax_clearances
  for each statement execute function refuse_change();

create function check_tax_clearance() returns trigger language plpgsql as $$
begin
  if not exists (select from tax_submissions where merchant_id = new.merchant_id and document_id = new.document_id
      and way = 'clear' and state = 'in_flight') then
    raise exception 'document % is not being cleared', new.document_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger tax_clearances_fit before insert on tax_clearances
  for each row execute function check_tax_clearance();

create or replace function check_tax_submission() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'due' then
      raise exception 'a submission begins due' using errcode = 'check_violation';
    end if;
    select unit_id, icv into new.unit_id, new.icv from tax_envelopes
      where merchant_id = new.merchant_id and document_id = new.document_id;
    return new;
  end if;
  if new.state <> old.state
      and not exists (select from tax_submission_moves where from_state = old.state and to_state = new.state) then
    raise exception 'a submission may not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  -- Clearance may be switched off at the authority; a report never becomes one.
  if (new.merchant_id, new.document_id, new.unit_id, new.icv)
      <> (old.merchant_id, old.document_id, old.unit_id, old.icv) or (new.way <> old.way and old.way = 'report') then
    raise exception 'submission % stays what it is', old.document_id using errcode = 'check_violation';
  end if;
  -- In the order of the chain: whatever comes before it is over.
  if new.state = 'in_flight' and old.state <> 'in_flight' and exists (select from tax_submissions
      where merchant_id = new.merchant_id and unit_id = new.unit_id and icv < new.icv
      and state not in ('accepted', 'rejected')) then
    raise exception 'another document of unit % comes before %', new.unit_id, new.document_id
      using errcode = 'check_violation';
  end if;
  if new.state = 'accepted' and old.state <> 'accepted' and new.way = 'clear' and not exists (select from tax_clearances
      where merchant_id = new.merchant_id and document_id = new.document_id) then
    raise exception 'document % was not cleared', new.document_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Whoever sends for a unit, on whatever server: there is one while something is to be sent.
create unique index one_sender_per_tax_unit on jobs (merchant_id, lane) where kind = 'tax_unit';
insert into jobs (merchant_id, kind, lane, payload, run_at)
  select distinct merchant_id, 'tax_unit', 'tax_unit:' || unit_id, jsonb_build_object('unitId', unit_id), now()
  from tax_submissions where state not in ('accepted', 'rejected');

create or replace function is_published_event(type text) returns boolean language sql immutable as $$
  select type in (
    'invoice.created', 'invoice.viewed', 'invoice.paid', 'invoice.expired', 'invoice.cancelled', 'invoice.refunded',
    'payment.attempted', 'payment.failed', 'payment.unknown', 'payment.surplus',
    'message.sent', 'message.failed', 'tax_document.issued', 'tax_document.reported', 'tax_document.cleared',
    'tax_document.rejected', 'tax_document.delayed', 'tax_unit.stopped',
    'webhook_endpoint.disabled', 'webhook_endpoint.test'
  )
$$;
