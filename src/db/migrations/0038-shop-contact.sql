-- What buyers are shown of a shop beside its address: how to write to it, and its own rules of returning what was bought
-- (E-Commerce Law, Royal Decree M/126 of 2019).
alter table merchant_contacts
  add column whatsapp text check (whatsapp ~ '^\+[1-9][0-9]{7,14}$'),
  add column returns_url text check (returns_url like 'https://%' and length(returns_url) <= 500);
