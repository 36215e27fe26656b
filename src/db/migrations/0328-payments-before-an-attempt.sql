-- A card gateway takes one payment for each order of its own, and keeps it there when it was given back (docs/decisions/0328).
alter table payment_attempts add column earlier_card_payments smallint not null default 0;
