-- Tries to pay that limits count (core/limits.ts), over all orders and in every process. What a try came to is its
-- attempt's state, so nothing has to be given back: a payment that succeeds stops counting by itself.

create table payment_tries (
  attempt_id text primary key references payment_attempts,
  merchant_id bigint not null references merchants,
  order_id bigint not null references orders,
  -- What is counted together: cards of both accounts, each wallet of a device, one-time codes of both wallets.
  kind text not null check (kind in ('card', 'applepay', 'googlepay', 'code')),
  -- Keyed digests (purposes 'mobile' and 'card' of server/signing.ts), never the number. The card's is of its first six
  -- and last four digits as the gateway shows them, and is set right before the card's bank hears of it.
  mobile_digest text check (length(mobile_digest) = 51),
  card_digest text check (length(card_digest) = 51),
  created_at timestamptz not null
);
create index payment_tries_by_order on payment_tries (order_id, kind, created_at desc);
create index payment_tries_by_merchant on payment_tries (merchant_id, created_at desc) where card_digest is not null;
create index payment_tries_by_mobile on payment_tries (mobile_digest, kind, created_at desc)
  where mobile_digest is not null;
create index payment_tries_by_card on payment_tries (card_digest, created_at desc) where card_digest is not null;
create index payment_tries_by_age on payment_tries (created_at);

-- A merchant whose declined share is or was too high (declineWatch in core/limits.ts).
create table card_watches (
  merchant_id bigint primary key references merchants,
  slowed_until timestamptz,
  paused_until timestamptz,
  -- Earlier tries are not looked at again: a pause that is over begins with nothing.
  counted_from timestamptz not null
);
