-- A tax document that the authority has rejected keeps its number and its place in the chain; a corrected one takes its
-- place for the order. So the invoice of an order is the last of a line, each document of which replaces the one before.

alter table tax_documents
  add column replaces_id bigint,
  add unique (merchant_id, id),
  add foreign key (merchant_id, replaces_id) references tax_documents (merchant_id, id);
create unique index one_document_replaces_another on tax_documents (merchant_id, replaces_id)
  where replaces_id is not null;

-- One line per order, and one per refund.
drop index one_tax_invoice_per_order;
create unique index one_first_tax_invoice_per_order on tax_documents (merchant_id, order_id)
  where kind = 'tax_invoice' and replaces_id is null;
drop index one_credit_note_per_refund;
create unique index one_first_credit_note_per_refund on tax_documents (merchant_id, order_id, refund_key)
  where kind = 'credit_note' and replaces_id is null;

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
  return new;
end $$;

-- Only what the authority has rejected is replaced, and by the same document of the same amounts: what was sold, and for
-- how much, is not for correction.
create function check_replacement() returns trigger language plpgsql as $$
declare
  replaced tax_documents;
begin
  select * into replaced from tax_documents where merchant_id = new.merchant_id and id = new.replaces_id;
  if (new.order_id, new.kind, new.form, new.currency, new.taxable, new.vat, new.total, new.vat_sar, new.refund_key,
      new.reason) is distinct from (replaced.order_id, replaced.kind, replaced.form, replaced.currency, replaced.taxable,
      replaced.vat, replaced.total, replaced.vat_sar, replaced.refund_key, replaced.reason) then
    raise exception 'a corrected document states what % does', replaced.number using errcode = 'check_violation';
  end if;
  if not exists (select from tax_submissions where merchant_id = new.merchant_id and document_id = new.replaces_id
      and state = 'rejected') then
    raise exception 'the tax authority has not rejected %', replaced.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger tax_documents_replace before insert on tax_documents
  for each row when (new.replaces_id is not null) execute function check_replacement();
