-- The merchant in the keys of pictures' files and of mails with digital goods (docs/decisions/0076). A second per 100,000.
lock table orders, images, image_files, digital_deliveries, digital_delivery_tries;

alter table images add unique (merchant_id, id);
alter table image_files add column merchant_id bigint;
update image_files f set merchant_id = i.merchant_id from images i where i.id = f.image_id;
alter table image_files
  alter column merchant_id set not null,
  drop constraint image_files_image_id_fkey,
  drop constraint image_files_pkey,
  add primary key (merchant_id, image_id, variant),
  add foreign key (merchant_id, image_id) references images (merchant_id, id) on delete cascade;

alter table digital_delivery_tries add column merchant_id bigint;
update digital_delivery_tries t set merchant_id = d.merchant_id from digital_deliveries d where d.id = t.delivery_id;
alter table digital_delivery_tries
  drop constraint digital_delivery_tries_delivery_id_fkey,
  drop constraint digital_delivery_tries_pkey;
drop index digital_deliveries_by_merchant;
alter table digital_deliveries
  drop constraint digital_deliveries_order_id_fkey,
  drop constraint digital_deliveries_pkey,
  add primary key (merchant_id, id),
  add foreign key (merchant_id, order_id) references orders (merchant_id, id);
drop index one_delivery_of_a_payment;
create unique index one_delivery_of_a_payment on digital_deliveries (merchant_id, order_id) where cause = 'paid';
alter table digital_delivery_tries
  alter column merchant_id set not null,
  add primary key (merchant_id, delivery_id, sequence),
  add foreign key (merchant_id, delivery_id) references digital_deliveries;

-- Rows that do not name their merchant (0058).
create trigger merchant_is_taken before insert on image_files
  for each row when (new.merchant_id is null) execute function take_merchant('images', 'image_id');
create trigger merchant_is_taken before insert on digital_delivery_tries
  for each row when (new.merchant_id is null) execute function take_merchant('digital_deliveries', 'delivery_id');
