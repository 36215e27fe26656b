-- A shop's own rules of returns, for shops that have no page of their own for them (docs/decisions/0148).
alter table merchant_contacts
  add column returns_text text check (length(returns_text) between 1 and 5000),
  add column returns_text_en text check (length(returns_text_en) between 1 and 5000),
  add column has_returns_text boolean not null generated always as (returns_text is not null) stored,
  add check (returns_text_en is null or returns_text is not null);
