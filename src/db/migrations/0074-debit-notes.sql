-- Debit notes: what is charged after a tax invoice was issued, with numbers of their own (docs/decisions/0090).

alter table document_counters
  drop constraint document_counters_kind_check,
  add constraint document_counters_kind_check check (kind in ('tax_invoice', 'credit_note', 'debit_note')),
  drop constraint document_counters_check,
  -- The usual prefixes belong to their kinds. Not asked of series that were begun before there were debit notes.
  add constraint document_counters_usual_prefixes check (prefix not in ('INV-', 'CN-', 'DN-')
    or (kind, prefix) in (('tax_invoice', 'INV-'), ('credit_note', 'CN-'), ('debit_note', 'DN-'))) not valid;

create or replace function keep_counting() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.prefix := coalesce(new.prefix, case new.kind when 'tax_invoice' then 'INV-' when 'credit_note' then 'CN-' else 'DN-' end);
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

alter table tax_documents
  drop constraint tax_documents_kind_check,
  add constraint tax_documents_kind_check check (kind in ('tax_invoice', 'credit_note', 'debit_note')),
  drop constraint tax_documents_check1,
  add constraint tax_documents_notes_have_invoices check ((kind = 'tax_invoice') = (original_id is null)),
  drop constraint tax_documents_check3,
  add constraint tax_documents_reasons_of_notes check (kind <> 'tax_invoice' or reason is null),
  -- The authority's BR-KSA-17; of a credit note without one we say that the amount was returned.
  add constraint tax_documents_debit_notes_say_why check (kind <> 'debit_note' or reason is not null);

-- A debit note is about the tax invoice that counts. It does not raise what credit notes may take back: they return what was
-- paid, and a debit note is not paid here.
create or replace function check_tax_document() returns trigger language plpgsql as $$
declare
  original tax_documents;
  credited record;
begin
  if not exists (select from document_counters
      where merchant_id = new.merchant_id and kind = new.kind and last_sequence = new.sequence) then
    raise exception 'the number % of % was not taken from the counter', new.sequence, new.kind
      using errcode = 'check_violation';
  end if;
  if not exists (select from orders where id = new.order_id and merchant_id = new.merchant_id) then
    raise exception 'order % is not of merchant %', new.order_id, new.merchant_id using errcode = 'check_violation';
  end if;
  if new.kind = 'credit_note' then
    select * into original from tax_documents where merchant_id = new.merchant_id and id = new.original_id;
    if original.id is null or original.kind <> 'tax_invoice' or original.order_id <> new.order_id
        or original.currency <> new.currency then
      raise exception 'a credit note belongs to the tax invoice of its order' using errcode = 'check_violation';
    end if;
    if exists (select from tax_documents where merchant_id = new.merchant_id and replaces_id = original.id) then
      raise exception 'the invoice % was replaced', original.number using errcode = 'check_violation';
    end if;
    -- All notes of the order that count: what was replaced, now or before, does not.
    select coalesce(sum(n.total), 0) as total, coalesce(sum(n.vat), 0) as vat into credited from tax_documents n
      where n.order_id = new.order_id and n.kind = 'credit_note' and n.id is distinct from new.replaces_id
      and not exists (select from tax_documents r where r.merchant_id = n.merchant_id and r.replaces_id = n.id);
    if credited.total + new.total > original.total or credited.vat + new.vat > original.vat then
      raise exception 'credit notes would exceed the invoice %', original.number using errcode = 'check_violation';
    end if;
  end if;
  if new.kind = 'debit_note' then
    select * into original from tax_documents where merchant_id = new.merchant_id and id = new.original_id;
    if original.id is null or original.kind <> 'tax_invoice'
        or (original.order_id, original.currency, original.form) <> (new.order_id, new.currency, new.form) then
      raise exception 'a debit note belongs to the tax invoice of its order' using errcode = 'check_violation';
    end if;
    if exists (select from tax_documents where merchant_id = new.merchant_id and replaces_id = original.id)
        or exists (select from tax_submissions where merchant_id = new.merchant_id and document_id = original.id
          and state = 'rejected') then
      raise exception 'the invoice % does not count', original.number using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;

