-- Who sells and who buys, as tax invoices must say it: legal names, identifications by the tax authority's schemes,
-- addresses in parts. Shapes are checked where they are read (core/tax-party.ts); here is what must never happen.

create domain party_scheme as text check (value in
  ('TIN', 'CRN', 'MOM', 'MLS', '700', 'SAG', 'NAT', 'GCC', 'IQA', 'PAS', 'OTH'));

alter table merchants
  -- `legal_name` is the Arabic one, tag 1 of the QR code.
  add column legal_name_en text check (length(legal_name_en) between 1 and 200),
  add column legal_id_scheme party_scheme check (legal_id_scheme in ('CRN', 'MOM', 'MLS', '700', 'SAG', 'OTH')),
  add column legal_id_value text check (legal_id_value ~ '^[A-Za-z0-9]{1,50}$'),
  -- The national address; its country is Saudi Arabia.
  add column address_street text check (length(address_street) between 1 and 200),
  add column address_building_number text check (address_building_number ~ '^[0-9]{4}$'),
  add column address_additional_number text check (address_additional_number ~ '^[0-9]{4}$'),
  add column address_district text check (length(address_district) between 1 and 100),
  add column address_postal_code text check (address_postal_code ~ '^[0-9]{5}$'),
  add column address_city text check (length(address_city) between 1 and 100),
  -- The same in English, for the second language of papers.
  add column address_street_en text check (length(address_street_en) between 1 and 200),
  add column address_district_en text check (length(address_district_en) between 1 and 100),
  add column address_city_en text check (length(address_city_en) between 1 and 100),
  add constraint identification_is_whole check ((legal_id_scheme is null) = (legal_id_value is null)),
  add constraint address_is_whole check (num_nonnulls(address_street, address_building_number, address_district,
    address_postal_code, address_city) in (0, 5)
    and (address_street is not null or address_additional_number is null)),
  add constraint english_address_is_whole check (num_nonnulls(address_street_en, address_district_en,
    address_city_en) in (0, 3));

-- A commercial registration that was given as contact is the identification, until the merchant says otherwise.
update merchants m set legal_id_scheme = 'CRN', legal_id_value = c.commercial_registration
from merchant_contacts c where c.merchant_id = m.id and c.commercial_registration is not null;

alter table clients
  add column legal_name text check (length(legal_name) between 1 and 200),
  add column id_scheme party_scheme,
  add column id_value text check (id_value ~ '^[A-Za-z0-9]{1,50}$'),
  add column address_street text check (length(address_street) between 1 and 200),
  add column address_building_number text check (length(address_building_number) between 1 and 20),
  add column address_additional_number text check (length(address_additional_number) between 1 and 20),
  add column address_district text check (length(address_district) between 1 and 100),
  add column address_postal_code text check (length(address_postal_code) between 1 and 20),
  add column address_city text check (length(address_city) between 1 and 100),
  add column address_country text check (address_country ~ '^[A-Z]{2}$'),
  add constraint identification_is_whole check ((id_scheme is null) = (id_value is null)),
  drop constraint clients_vat_number_check,
  -- Numbers of other countries have other shapes.
  add constraint vat_number_of_country check (vat_number ~ '^3[0-9]{13}3$'
    or (coalesce(address_country, 'SA') <> 'SA' and vat_number ~ '^[A-Z0-9]{4,30}$'));

alter table orders
  -- By law and by request when it was issued (core/tax-form.ts); null where nothing was decided then.
  add column tax_form text check (tax_form in ('standard', 'simplified'));
