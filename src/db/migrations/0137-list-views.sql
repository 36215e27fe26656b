-- What people keep of how they narrow lists down: a name and the filters of an address (docs/decisions/0135).
create table list_views (
  merchant_id bigint not null references merchants,
  -- Made by the console, so that the same press twice keeps one.
  id text not null check (id ~ '^[\w-]{16,40}$'),
  list text not null check (list in ('invoices', 'payments')),
  name text not null check (length(name) between 1 and 40),
  -- Whose it is; null: of all people of the shop.
  person_id bigint references persons,
  filters jsonb not null check (jsonb_typeof(filters) = 'object'),
  created_at timestamptz not null,
  primary key (merchant_id, id)
);
