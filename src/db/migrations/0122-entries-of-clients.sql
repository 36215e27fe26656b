-- Clients are renamed and doubles merged while papers stay: rows are still what invoices state of their buyer, and several
-- may be one client of the directory (docs/decisions/0126). With a million clients: some seconds, in which nothing writes them.
alter table clients
  add constraint clients_of_merchant unique (merchant_id, id),
  -- The entry of the directory that this row belongs to; null for the entry itself.
  add column merged_into bigint,
  -- Of an entry: the row that states the client as it is now; null for its own.
  add column stated_by bigint,
  add constraint merged_into_an_own_client foreign key (merchant_id, merged_into) references clients (merchant_id, id),
  add constraint stated_by_an_own_client foreign key (merchant_id, stated_by) references clients (merchant_id, id),
  add constraint entry_is_another_row check (merged_into <> id and stated_by <> id),
  add constraint only_entries_are_stated_by_rows check (merged_into is null or stated_by is null);
create index clients_by_entry on clients (merchant_id, merged_into) where merged_into is not null;
-- An index of the foreign key, for rows that an erasure removes.
create index clients_by_stating on clients (merchant_id, stated_by) where stated_by is not null;

-- The directory lists entries.
drop index clients_by_time;
create index clients_by_time on clients (merchant_id, created_at desc, id desc)
  where merged_into is null and coalesce(name, legal_name, mobile) is not null;

-- An entry belongs to no other one, and what states it is its own. Judged at commit, since a merge moves several rows.
create function entries_are_flat() returns trigger language plpgsql as $$
begin
  if exists (select from clients c join clients e on e.merchant_id = c.merchant_id and e.id = c.merged_into
      where c.merchant_id = new.merchant_id and (c.id = new.id or c.merged_into = new.id) and e.merged_into is not null)
    or exists (select from clients c join clients s on s.merchant_id = c.merchant_id and s.id = c.stated_by
      where c.merchant_id = new.merchant_id and (c.id = new.id or c.stated_by = new.id)
        and s.merged_into is distinct from c.id) then
    raise exception 'client % is in an entry that is none', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger entries_are_flat after update of merged_into, stated_by on clients
  deferrable initially deferred for each row execute function entries_are_flat();

-- The row that states a client as it is now, by any of its rows.
create function client_now(merchant bigint, client bigint) returns bigint language sql stable as $$
  select coalesce(e.stated_by, e.id) from clients c
  join clients e on e.merchant_id = c.merchant_id and e.id = coalesce(c.merged_into, c.id)
  where c.merchant_id = merchant and c.id = client
$$;
