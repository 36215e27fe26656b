-- From where a buyer accepted the terms of sale: evidence in a dispute (docs/decisions/0196). Beside the order and not in it, since it is the
-- buyer's data and goes with them, while version, hash and time of the acceptance stay.
create table acceptance_places (
  merchant_id bigint not null references merchants,
  order_id bigint not null,
  -- As the order has it: the place of another acceptance is not this one's.
  accepted_at timestamptz not null,
  -- As the server saw it behind its proxies.
  address text not null check (length(address) between 2 and 45),
  user_agent text check (length(user_agent) between 1 and 200),
  primary key (merchant_id, order_id),
  foreign key (merchant_id, order_id) references orders (merchant_id, id)
);
create index acceptance_places_by_age on acceptance_places (accepted_at);
