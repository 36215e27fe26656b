-- The merchant in the foreign keys that went by an id alone, and first in each unique key that has it (docs/decisions/0321): no
-- row refers to another merchant's. Rows of before are checked by 0324, beside payments; what is written from here on is checked
-- at once. Nothing of these tables is read or written meanwhile, which is as long as the index of events takes.
lock table orders, order_lines, payment_attempts, payment_tries, events, clients, agreements, products, product_links, coupons, stock_holds,
  coupon_uses, digital_files, tax_documents, tax_envelopes, waiting_tax_invoices, reference_mails, webhook_deliveries,
  reconciliation_differences, reconciliation_sums, webhook_registrations;

-- What is referred to. The index of events was there, without being unique.
create unique index events_of_merchant on events (merchant_id, id);
drop index events_by_merchant;
alter table agreements add unique (merchant_id, id);

alter table product_links drop constraint product_links_product_id_merchant_id_fkey;
alter table coupons drop constraint coupons_product_id_merchant_id_fkey;
alter table stock_holds drop constraint stock_holds_product_id_merchant_id_fkey;
alter table coupon_uses drop constraint coupon_uses_coupon_id_merchant_id_fkey;
alter table products
  drop constraint products_digital_file_id_merchant_id_fkey,
  drop constraint products_id_merchant_id_key,
  add unique (merchant_id, id);
alter table coupons drop constraint coupons_id_merchant_id_key, add unique (merchant_id, id);
alter table digital_files drop constraint digital_files_id_merchant_id_key, add unique (merchant_id, id);
-- Read by merchant; the two keys below (merchant_id, id) are read in both directions.
drop index coupons_by_merchant;
drop index product_links_by_merchant;

alter table webhook_registrations
  drop constraint webhook_registrations_method_merchant_id_key,
  add unique nulls not distinct (merchant_id, method);
-- A merchant reads its own days; a day that is compared again is written again for all.
alter table reconciliation_sums
  drop constraint reconciliation_sums_day_merchant_id_account_currency_key,
  add unique nulls not distinct (merchant_id, day, account, currency);
create index reconciliation_sums_by_day on reconciliation_sums (day);
alter table reconciliation_differences
  drop constraint reconciliation_differences_account_merchant_id_order_id_ref_key,
  add unique nulls not distinct (merchant_id, account, order_id, reference, kind, currency, ours, theirs),
  -- A foreign key is not checked where one of its columns is null. Of events, 0025 says the same.
  add constraint differences_without_merchant_have_no_order check (merchant_id is not null or order_id is null);

alter table orders
  drop constraint orders_client_id_fkey,
  drop constraint orders_agreement_id_fkey,
  drop constraint orders_product_id_fkey,
  drop constraint orders_product_link_id_fkey,
  add foreign key (merchant_id, client_id) references clients (merchant_id, id) not valid,
  add foreign key (merchant_id, agreement_id) references agreements (merchant_id, id) not valid,
  add foreign key (merchant_id, product_id) references products (merchant_id, id) not valid,
  add foreign key (merchant_id, product_link_id) references product_links (merchant_id, id) not valid;
alter table order_lines
  drop constraint order_lines_product_id_fkey,
  drop constraint order_lines_digital_file_id_fkey,
  add foreign key (merchant_id, product_id) references products (merchant_id, id) not valid,
  add foreign key (merchant_id, digital_file_id) references digital_files (merchant_id, id) not valid;
alter table payment_tries
  drop constraint payment_tries_order_id_fkey,
  add foreign key (merchant_id, order_id) references orders (merchant_id, id) not valid;
alter table events
  drop constraint events_order_id_fkey,
  add foreign key (merchant_id, order_id) references orders (merchant_id, id) not valid;
alter table products
  add foreign key (merchant_id, digital_file_id) references digital_files (merchant_id, id) not valid;
alter table product_links
  drop constraint product_links_agreement_id_fkey,
  add foreign key (merchant_id, agreement_id) references agreements (merchant_id, id) not valid,
  add foreign key (merchant_id, product_id) references products (merchant_id, id) not valid;
alter table coupons
  add foreign key (merchant_id, product_id) references products (merchant_id, id) not valid;
alter table stock_holds
  add foreign key (merchant_id, product_id) references products (merchant_id, id) not valid;
alter table coupon_uses
  add foreign key (merchant_id, coupon_id) references coupons (merchant_id, id) not valid;
alter table tax_documents
  drop constraint tax_documents_order_id_fkey,
  drop constraint tax_documents_original_id_fkey,
  add foreign key (merchant_id, order_id) references orders (merchant_id, id) not valid,
  add foreign key (merchant_id, original_id) references tax_documents (merchant_id, id) not valid;
alter table tax_envelopes
  drop constraint tax_envelopes_document_id_fkey,
  add foreign key (merchant_id, document_id) references tax_documents (merchant_id, id) not valid;
alter table waiting_tax_invoices
  drop constraint waiting_tax_invoices_order_id_fkey,
  add foreign key (merchant_id, order_id) references orders (merchant_id, id) not valid;
alter table reference_mails
  drop constraint reference_mails_order_id_fkey,
  add foreign key (merchant_id, order_id) references orders (merchant_id, id) not valid;
alter table webhook_deliveries
  drop constraint webhook_deliveries_event_id_fkey,
  add foreign key (merchant_id, event_id) references events (merchant_id, id) not valid;
alter table reconciliation_differences
  drop constraint reconciliation_differences_order_id_fkey,
  add foreign key (merchant_id, order_id) references orders (merchant_id, id) not valid;

-- As in 0045, with the columns that attempts have got since: the merchant, by which a statement joins it now.
drop view told_attempts;
create view told_attempts as
  select a.*, coalesce(first.id, a.id) as told_id, coalesce(first.created_at, a.created_at) as begun_at
  from payment_attempts a
  -- The rule of told_attempt_id: one look-up, and only for a code that was sent again.
  left join payment_attempts first on first.merchant_id = a.merchant_id
    and first.id = a.resend_of and not a.is_resent and first.state not in ('surplus', 'refunded')
  where not a.is_resent or a.state in ('surplus', 'refunded');
