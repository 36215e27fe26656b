-- What a product link asks its buyers beside name and mobile, and what an order keeps of their answers (docs/decisions/0191).
alter table product_links
  add column asked_fields jsonb not null default '[]',
  add constraint asked_fields_are_a_list check (jsonb_typeof(asked_fields) = 'array' and jsonb_array_length(asked_fields) <= 5);

-- With the labels that the buyer saw. Null where nothing was asked, and once the buyer's data is erased.
alter table orders
  add column answers jsonb,
  add constraint answers_are_a_list check (
    answers is null
    or (product_link_id is not null and jsonb_typeof(answers) = 'array' and jsonb_array_length(answers) between 1 and 5)
  ) not valid;
alter table orders validate constraint answers_are_a_list;
