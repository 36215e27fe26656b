-- What operators and merchants' programs did with rights of administration: who, what, on what, when, with which end.
-- It only grows. Nothing in it is a buyer's: whom an erasure was about is not written down again.
create table admin_acts (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- `user@host` of the command line, or `key 12`: the row of api_keys.
  actor text not null check (length(actor) between 1 and 200),
  -- The command, or method and route of the call.
  act text not null check (length(act) between 1 and 200),
  merchant_id bigint references merchants,
  subject text check (length(subject) <= 200),
  -- `done`, or `refused` with the reason's code.
  result text not null check (result ~ '^(done|refused( [a-z_0-9]{1,60})?)$')
);
create index admin_acts_by_merchant on admin_acts (merchant_id, id desc);
create trigger admin_acts_only_grow before update or delete or truncate on admin_acts
  for each statement execute function refuse_change();
