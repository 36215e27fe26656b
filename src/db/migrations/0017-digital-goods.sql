-- What digital products deliver: a file, a text, or both, of a product or of a line of an invoice. Shown to the buyer
-- once the order is paid, and sent by e-mail to the confirmed address.

create table digital_files (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  merchant_id bigint not null references merchants,
  -- Of the bytes, which are kept as they came.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  file_name text not null check (length(file_name) between 1 and 150),
  content_type text not null check (length(content_type) between 3 and 100),
  byte_length integer not null check (byte_length > 0),
  created_at timestamptz not null default now(),
  unique (merchant_id, sha256, file_name, content_type),
  unique (id, merchant_id)
);

alter table products
  add column digital_text text check (length(digital_text) between 1 and 5000),
  add column digital_file_id text,
  add foreign key (digital_file_id, merchant_id) references digital_files (id, merchant_id),
  add constraint only_digital_products_deliver
    check (is_digital or (digital_text is null and digital_file_id is null));

-- As the product was when it was ordered: what somebody has bought does not change afterwards.
alter table order_lines
  add column digital_text text check (length(digital_text) between 1 and 5000),
  add column digital_file_id text references digital_files,
  add constraint only_digital_lines_deliver
    check (is_digital or (digital_text is null and digital_file_id is null));

-- The language in which the buyer confirmed the address: the mails are written in it.
alter table client_email_codes add column language text not null default 'ar' check (language in ('ar', 'en'));
alter table orders add column client_language text check (client_language in ('ar', 'en'));

-- One mail with an order's digital goods: due until the mail server has taken it, or for good reason will not.
create table digital_deliveries (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  order_id bigint not null references orders,
  address text not null check (length(address) between 3 and 254),
  language text not null check (language in ('ar', 'en')),
  -- paid: the order became paid. merchant: the merchant asked for it again.
  cause text not null check (cause in ('paid', 'merchant')),
  -- refused: the mail server takes nothing for this address. failed: it could not be reached for too long. dropped: the
  -- order was refunded before.
  state text not null default 'due' check (state in ('due', 'sent', 'refused', 'failed', 'dropped')),
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  check ((state = 'due') = (next_try_at is not null)),
  check ((state = 'sent') = (sent_at is not null))
);
create unique index one_delivery_of_a_payment on digital_deliveries (order_id) where cause = 'paid';
create index digital_deliveries_by_order on digital_deliveries (order_id, id);
create index digital_deliveries_by_merchant on digital_deliveries (merchant_id, id);
create index digital_deliveries_due on digital_deliveries (next_try_at) where state = 'due';

create table digital_delivery_tries (
  delivery_id bigint not null references digital_deliveries,
  sequence integer not null check (sequence > 0),
  at timestamptz not null,
  outcome text not null check (outcome in ('sent', 'refused', 'unreachable')),
  primary key (delivery_id, sequence)
);
