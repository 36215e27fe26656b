-- Terms of sale in both languages, and the version that an invoice has which states none (docs/decisions/0133).
alter table agreements
  add column title_en text,
  add column body_en text,
  add constraint english_is_whole check ((title_en is null) = (body_en is null));

alter table merchants
  add column standard_agreement integer,
  add constraint standard_agreement_is_own foreign key (id, standard_agreement) references agreements (merchant_id, version);

-- How many have accepted a version is counted when it is asked for. Orders without terms are not in it.
create index orders_by_accepted_agreement on orders (merchant_id, agreement_id) where agreement_accepted_at is not null;
