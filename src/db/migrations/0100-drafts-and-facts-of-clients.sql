-- Invoices that are being written: bodies that may be incomplete, so that nothing typed is lost. No buyer has been asked to pay them.
create table invoice_drafts (
  merchant_id bigint not null references merchants,
  id text not null check (id ~ '^[\w-]{16,40}$'),
  -- Fields of a new invoice as they were typed; they are read when it is issued.
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  -- Whom it names, as an erasure asks for it: international form, lower case.
  client_mobile text check (length(client_mobile) between 5 and 20),
  client_email text check (length(client_email) between 3 and 254),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
create index invoice_drafts_by_change on invoice_drafts (merchant_id, updated_at desc, id desc);

-- What a shop notes of a client, and the language in which it writes to them; on no paper.
alter table clients
  add column notes text check (length(notes) between 1 and 2000),
  add column language text check (language in ('ar', 'en'));

-- A hash of a request that names a buyer can be tried with guesses: an erasure takes it.
alter table paylink_invoices alter column request_hash drop not null;
