-- A debit note that was wrong is taken back by credit notes that name it (docs/decisions/0114), and a note is about a document
-- that the tax authority has accepted (docs/decisions/0115).

alter table tax_documents
  add column debit_note_id bigint,
  add foreign key (merchant_id, debit_note_id) references tax_documents (merchant_id, id),
  drop constraint tax_documents_check2,
  -- A credit note states what a refund gave back, or takes back of a debit note.
  add constraint tax_documents_credit_notes_of_one_thing check (case when kind = 'credit_note'
    then (refund_key is null) <> (debit_note_id is null) else refund_key is null and debit_note_id is null end),
  add constraint tax_documents_credits_of_debit_notes_say_why check (debit_note_id is null or reason is not null);
create index credit_notes_by_debit_note on tax_documents (merchant_id, debit_note_id) where debit_note_id is not null;

-- What a note can be about: nothing has taken its place, and the authority, where it was asked, has accepted it.
create function counts_for_notes(document tax_documents) returns boolean language sql stable as $$
  select not exists (select from tax_documents where merchant_id = document.merchant_id and replaces_id = document.id)
    and not exists (select from tax_submissions where merchant_id = document.merchant_id and document_id = document.id
      and state <> 'accepted')
$$;

create or replace function check_tax_document() returns trigger language plpgsql as $$
declare
  original tax_documents;
  charged tax_documents;
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
  if new.kind = 'tax_invoice' then
    return new;
  end if;
  select * into original from tax_documents where merchant_id = new.merchant_id and id = new.original_id;
  if original.id is null or original.kind <> 'tax_invoice'
      or (original.order_id, original.currency, original.form) <> (new.order_id, new.currency, new.form) then
    raise exception 'a % belongs to the tax invoice of its order', replace(new.kind, '_', ' ')
      using errcode = 'check_violation';
  end if;
  if not counts_for_notes(original) then
    raise exception 'the invoice % does not count', original.number using errcode = 'check_violation';
  end if;
  -- Of a refund: what is credited, of the invoice. Of a debit note: of that note.
  charged := original;
  if new.debit_note_id is not null then
    select * into charged from tax_documents where merchant_id = new.merchant_id and id = new.debit_note_id;
    if charged.kind <> 'debit_note' or (charged.order_id, charged.currency, charged.form)
        <> (new.order_id, new.currency, new.form) or not counts_for_notes(charged) then
      raise exception 'the debit note % does not count', charged.number using errcode = 'check_violation';
    end if;
  end if;
  if new.kind = 'credit_note' then
    -- All notes that count: what was replaced, now or before, does not.
    select coalesce(sum(n.total), 0) as total, coalesce(sum(n.vat), 0) as vat into credited from tax_documents n
      where n.merchant_id = new.merchant_id and n.order_id = new.order_id and n.kind = 'credit_note'
      and n.debit_note_id is not distinct from new.debit_note_id and n.id is distinct from new.replaces_id
      and not exists (select from tax_documents r where r.merchant_id = n.merchant_id and r.replaces_id = n.id);
    if credited.total + new.total > charged.total or credited.vat + new.vat > charged.vat then
      raise exception 'credit notes would exceed the % %',
        case when new.debit_note_id is null then 'invoice' else 'debit note' end, charged.number
        using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;

create or replace function check_replacement() returns trigger language plpgsql as $$
declare
  replaced tax_documents;
begin
  select * into replaced from tax_documents where merchant_id = new.merchant_id and id = new.replaces_id;
  if (new.order_id, new.kind, new.form, new.currency, new.taxable, new.vat, new.total, new.vat_sar, new.refund_key,
      new.reason, new.debit_note_id) is distinct from (replaced.order_id, replaced.kind, replaced.form, replaced.currency,
      replaced.taxable, replaced.vat, replaced.total, replaced.vat_sar, replaced.refund_key, replaced.reason,
      replaced.debit_note_id) then
    raise exception 'a corrected document states what % does', replaced.number using errcode = 'check_violation';
  end if;
  if not exists (select from tax_submissions where merchant_id = new.merchant_id and document_id = new.replaces_id
      and state = 'rejected') then
    raise exception 'the tax authority has not rejected %', replaced.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
