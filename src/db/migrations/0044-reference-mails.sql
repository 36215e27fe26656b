-- The number of an open bill, or the account of an open transfer, sent by e-mail to whoever asked for it on the pages of
-- the order. Counted against its order and its mailbox, so that nobody is flooded.

create table reference_mails (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  order_id bigint not null references orders,
  method text not null check (method ~ '^[a-z0-9]+$'),
  -- Only as long as the mail is to be sent; afterwards the masked form says where it went.
  address text check (length(address) between 3 and 254),
  masked_address text not null check (length(masked_address) between 3 and 254),
  -- Of the mailbox, keyed: the limits know it again, and nobody can read it.
  mailbox_digest text not null,
  language text not null check (language in ('ar', 'en')),
  -- refused: the mail server takes nothing for this address. failed: it could not be reached for too long. dropped: the
  -- bill or transfer was over before.
  state text not null default 'due' check (state in ('due', 'sent', 'refused', 'failed', 'dropped')),
  created_at timestamptz not null,
  primary key (merchant_id, id),
  check ((state = 'due') = (address is not null))
);
create index reference_mails_by_order on reference_mails (order_id, id);
create index reference_mails_by_mailbox on reference_mails (mailbox_digest, created_at);
