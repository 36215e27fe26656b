-- Products, too, are named in addresses that buyers see, those of their pictures: counted up over all merchants, whoever
-- knew one number could read through the pictures of everything on sale (0055 has the numbers of merchants and clients).
-- Rows that exist keep theirs. Lists of products, which were in the order of their numbers, are in that of their making.

alter table products alter column id drop identity;
alter table products alter column id set default random_id('products');

drop index products_by_merchant;
create index products_by_merchant on products (merchant_id, created_at desc, id desc);
