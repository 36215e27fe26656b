-- Images, and tax invoices and credit notes with their gap-free numbers.

-- Why a product or a line bears no VAT: a code of the tax authority, which the tax invoice must explain. The codes
-- and their texts are in core/tax-invoice.ts and the documents' translations.
create domain vat_exemption as text check (value in ('VATEX-SA-29', 'VATEX-SA-29-7', 'VATEX-SA-30', 'VATEX-SA-32',
  'VATEX-SA-33', 'VATEX-SA-34-1', 'VATEX-SA-34-2', 'VATEX-SA-34-3', 'VATEX-SA-34-4', 'VATEX-SA-34-5', 'VATEX-SA-35',
  'VATEX-SA-36', 'VATEX-SA-EDU', 'VATEX-SA-HEA', 'VATEX-SA-MLTRY', 'VATEX-SA-OOS'));
alter table products add column vat_exemption vat_exemption;
alter table order_lines add column vat_exemption vat_exemption;

-- Printed beside the VAT number; ten digits.
alter table merchant_contacts add column commercial_registration text check (commercial_registration ~ '^[0-9]{10}$');

create table images (
  -- 128 random bits: the id is the permission to load an image that is not a logo or on a product's page.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  merchant_id bigint not null references merchants,
  created_at timestamptz not null default now()
);
create index images_by_merchant on images (merchant_id, created_at);

-- The sizes of an image, encoded anew from the pixels that were uploaded. The bytes are in the store, under a key
-- that is the hash of the bytes; equal files share one object.
create table image_files (
  image_id text not null references images on delete cascade,
  variant text not null check (variant in ('full', 'medium', 'small')),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  byte_length integer not null check (byte_length > 0),
  primary key (image_id, variant)
);

-- The last number that a merchant has given out, per kind of document. Its row is locked from taking a number until
-- the transaction ends, so numbers follow each other without a gap: a rollback gives the number back.
create table document_counters (
  merchant_id bigint not null references merchants,
  kind text not null check (kind in ('tax_invoice', 'credit_note')),
  last_sequence bigint not null check (last_sequence > 0),
  -- Times of issue never run back while the numbers run on.
  last_issued_at timestamptz not null,
  primary key (merchant_id, kind)
);

create table tax_documents (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  order_id bigint not null references orders,
  kind text not null check (kind in ('tax_invoice', 'credit_note')),
  form text not null check (form in ('standard', 'simplified')),
  sequence bigint not null,
  -- The sequence as printed, such as INV-000042.
  number text not null,
  issued_at timestamptz not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Minor units of the currency, and the VAT in halalas: VAT is always stated in riyals.
  taxable bigint not null check (taxable >= 0),
  vat bigint not null check (vat >= 0),
  total bigint not null check (total > 0),
  vat_sar bigint not null check (vat_sar >= 0),
  -- What the tax QR code holds: tags 1 to 5, base64.
  qr text not null check (length(qr) between 1 and 1000),
  -- Credit notes: the invoice, which refund this is, and why, in the merchant's words if there are any.
  original_id bigint references tax_documents,
  refund_key text check (length(refund_key) between 1 and 255),
  reason text check (length(reason) between 1 and 500),
  -- Everything that the document prints, as it was when it was issued. Later changes of the merchant, the client or
  -- the order do not reach it.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  check (taxable + vat = total),
  check ((kind = 'credit_note') = (original_id is not null)),
  check ((kind = 'credit_note') = (refund_key is not null)),
  check (kind = 'credit_note' or reason is null),
  unique (merchant_id, kind, sequence)
);
create unique index one_tax_invoice_per_order on tax_documents (order_id) where kind = 'tax_invoice';
create unique index one_credit_note_per_refund on tax_documents (order_id, refund_key) where kind = 'credit_note';
create index credit_notes_by_invoice on tax_documents (original_id) where kind = 'credit_note';

-- Counters start at one and move by one.
create function keep_counting() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.last_sequence <> 1 then
      raise exception 'numbers of % start at 1', new.kind using errcode = 'check_violation';
    end if;
  elsif new.merchant_id <> old.merchant_id or new.kind <> old.kind
      or new.last_sequence <> old.last_sequence + 1 or new.last_issued_at < old.last_issued_at then
    raise exception 'the number after % is %', old.last_sequence, old.last_sequence + 1 using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger counters_move_by_one before insert or update on document_counters
  for each row execute function keep_counting();
create trigger counters_stay before delete or truncate on document_counters
  for each statement execute function refuse_change();

-- A number that was taken belongs to a document by the end of the transaction.
create function number_was_used() returns trigger language plpgsql as $$
begin
  if not exists (select from tax_documents
      where merchant_id = new.merchant_id and kind = new.kind and sequence = new.last_sequence) then
    raise exception 'the number % of % was taken and not used', new.last_sequence, new.kind
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger numbers_are_used after insert or update on document_counters
  deferrable initially deferred for each row execute function number_was_used();

-- A document carries the number that was just taken, belongs to its order's merchant, and credit notes together
-- never exceed their invoice.
create function check_tax_document() returns trigger language plpgsql as $$
declare
  original tax_documents;
  credited numeric;
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
    select * into original from tax_documents where id = new.original_id;
    if original.kind <> 'tax_invoice' or original.order_id <> new.order_id or original.currency <> new.currency then
      raise exception 'a credit note belongs to the tax invoice of its order' using errcode = 'check_violation';
    end if;
    select coalesce(sum(total), 0) into credited from tax_documents where original_id = new.original_id;
    if credited + new.total > original.total then
      raise exception 'credit notes would exceed the invoice %', original.number using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger tax_documents_fit before insert on tax_documents
  for each row execute function check_tax_document();

-- Nothing is invoiced before it is paid. Checked at commit: the order becomes paid in the same transaction.
create function tax_document_of_paid_order() returns trigger language plpgsql as $$
begin
  if not exists (select from orders where id = new.order_id
      and status in ('PAID', 'PAID_LINK', 'COMPLETED_INVOICE', 'COMPLETED_ORDER', 'REFUNDED')) then
    raise exception 'order % is not paid', new.order_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger tax_documents_of_paid_orders after insert on tax_documents
  deferrable initially deferred for each row execute function tax_document_of_paid_order();

-- A tax document is never changed or removed: it is corrected by another one.
create trigger tax_documents_only_grow before update or delete or truncate on tax_documents
  for each statement execute function refuse_change();

-- Which terms the buyer had accepted when the order was paid stays on the order for good: the version through
-- agreement_id, the time, and the hash of the text.
create function keep_accepted_agreement() returns trigger language plpgsql as $$
begin
  if new.agreement_id is distinct from old.agreement_id
      or new.agreement_accepted_at is distinct from old.agreement_accepted_at
      or new.agreement_accepted_sha256 is distinct from old.agreement_accepted_sha256 then
    raise exception 'order % was paid under the terms it has', old.order_number using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger accepted_agreement_stays before update of agreement_id, agreement_accepted_at, agreement_accepted_sha256
  on orders for each row when (old.paid_at is not null) execute function keep_accepted_agreement();
