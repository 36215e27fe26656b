-- The log of a shop by who acted, newest first: one key's acts are found without reading those of a year of invoices by people.
create index admin_acts_by_actor on admin_acts (merchant_id, actor, id desc);
