-- Codes that were sent to confirm a buyer's e-mail address (Spec 4, digital products). The code itself is nowhere: only
-- a keyed digest, bound to the order and the address.

create table client_email_codes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- As the buyer typed it; and the mailbox behind it, by which sends to one person are counted over all orders.
  address text not null check (length(address) between 3 and 254),
  mailbox text not null check (length(mailbox) between 3 and 254),
  -- Part of what the signature of the answer and the digest are made from.
  nonce text not null unique,
  code_digest text not null,
  -- live: may confirm. replaced: a newer one was asked for. used: has confirmed. failed: no mail server took it.
  state text not null default 'live' check (state in ('live', 'replaced', 'used', 'failed')),
  -- False when the mailbox had received enough: the answer to the buyer is the same.
  is_sent boolean not null,
  guesses integer not null default 0 check (guesses >= 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
-- A new code kills the old one.
create unique index one_live_email_code_per_order on client_email_codes (order_id) where state = 'live';
create index client_email_codes_by_order on client_email_codes (order_id, created_at);
create index client_email_codes_by_mailbox on client_email_codes (mailbox, created_at);
