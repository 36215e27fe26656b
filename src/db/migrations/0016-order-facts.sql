-- What a merchant is told of an order and its buyer, and how a shop knows that it was we who sent a buyer back.

-- The key of the signature in return addresses, sealed. After a replacement the earlier one signs beside it for a while.
alter table merchants
  add column return_secret bytea,
  add column earlier_return_secret bytea,
  add column return_secret_since timestamptz,
  add constraint return_secret_says_since check ((return_secret is null) = (return_secret_since is null)),
  add constraint earlier_return_secret_has_a_later check (earlier_return_secret is null or return_secret is not null);
