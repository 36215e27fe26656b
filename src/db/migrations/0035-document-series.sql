-- Merchants number their documents in series of their own: a prefix and a first number for each kind. A series that has
-- documents is never changed; another one takes over, and its prefix was never used before. So no number is given twice.

alter table document_counters add column prefix text, add column first_sequence bigint not null default 1;
alter table document_counters disable trigger user;
update document_counters set prefix = case kind when 'tax_invoice' then 'INV-' else 'CN-' end;
alter table document_counters enable trigger user;
-- A prefix ends with what is no digit: where the number begins can be told from the text alone.
alter table document_counters
  alter column prefix set not null,
  add check (prefix ~ '^[A-Z0-9-]{0,19}[A-Z-]$'),
  add check ((kind, prefix) not in (('tax_invoice', 'CN-'), ('credit_note', 'INV-'))),
  add check (first_sequence between 1 and 900000000),
  -- One less than the first number: the series has not begun.
  drop constraint document_counters_last_sequence_check,
  add check (last_sequence >= first_sequence - 1),
  alter column last_issued_at drop not null;
create unique index one_series_per_prefix on document_counters (merchant_id, prefix);

alter table tax_documents
  add column series text not null generated always as (regexp_replace(number, '[0-9]+$', '')) stored,
  drop constraint tax_documents_merchant_id_kind_sequence_key,
  add unique (merchant_id, series, sequence),
  add unique (merchant_id, number);

create or replace function keep_counting() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.prefix := coalesce(new.prefix, case new.kind when 'tax_invoice' then 'INV-' else 'CN-' end);
    if new.last_sequence not in (new.first_sequence, new.first_sequence - 1) then
      raise exception 'numbers of % start at %', new.kind, new.first_sequence using errcode = 'check_violation';
    end if;
    -- Where there is a counter, this row is never inserted: the update that takes its place is judged.
    if exists (select from document_counters where merchant_id = new.merchant_id and kind = new.kind) then
      return new;
    end if;
  elsif new.merchant_id <> old.merchant_id or new.kind <> old.kind then
    raise exception 'a counter stays its merchant''s' using errcode = 'check_violation';
  elsif new.prefix = old.prefix and new.first_sequence = old.first_sequence then
    if new.last_sequence <> old.last_sequence + 1 or new.last_issued_at < old.last_issued_at
        or new.last_issued_at is null then
      raise exception 'the number after % is %', old.last_sequence, old.last_sequence + 1
        using errcode = 'check_violation';
    end if;
    return new;
  elsif new.last_sequence <> new.first_sequence - 1 or new.last_issued_at is distinct from old.last_issued_at then
    raise exception 'another series of % begins at its first number', new.kind using errcode = 'check_violation';
  end if;
  if exists (select from tax_documents where merchant_id = new.merchant_id and series = new.prefix) then
    raise exception 'the series % has documents', new.prefix using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function number_was_used() returns trigger language plpgsql as $$
begin
  if new.last_sequence >= new.first_sequence and not exists (select from tax_documents
      where merchant_id = new.merchant_id and kind = new.kind and series = new.prefix and sequence = new.last_sequence) then
    raise exception 'the number % of % was taken and not used', new.last_sequence, new.kind
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Beside `check_tax_document` of 0002, which looks at the sequence: the number that is printed is the counter's.
create function check_document_number() returns trigger language plpgsql as $$
begin
  if not exists (select from document_counters where merchant_id = new.merchant_id and kind = new.kind
      and prefix || lpad(new.sequence::text, greatest(6, length(new.sequence::text)), '0') = new.number) then
    raise exception 'the number % is not of the series of %', new.number, new.kind using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger tax_documents_numbered before insert on tax_documents
  for each row execute function check_document_number();
