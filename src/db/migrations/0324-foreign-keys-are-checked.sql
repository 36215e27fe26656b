-- What was written before 0321 is held to its foreign keys. In a transaction of its own, since this reads every row: the tables
-- are read and written meanwhile. A row that refers to another merchant's ends it, with the key of that row.
alter table orders
  validate constraint orders_merchant_id_client_id_fkey,
  validate constraint orders_merchant_id_agreement_id_fkey,
  validate constraint orders_merchant_id_product_id_fkey,
  validate constraint orders_merchant_id_product_link_id_fkey;
alter table order_lines
  validate constraint order_lines_merchant_id_product_id_fkey,
  validate constraint order_lines_merchant_id_digital_file_id_fkey;
alter table payment_tries validate constraint payment_tries_merchant_id_order_id_fkey;
alter table events validate constraint events_merchant_id_order_id_fkey;
alter table products validate constraint products_merchant_id_digital_file_id_fkey;
alter table product_links
  validate constraint product_links_merchant_id_agreement_id_fkey,
  validate constraint product_links_merchant_id_product_id_fkey;
alter table coupons validate constraint coupons_merchant_id_product_id_fkey;
alter table stock_holds validate constraint stock_holds_merchant_id_product_id_fkey;
alter table coupon_uses validate constraint coupon_uses_merchant_id_coupon_id_fkey;
alter table tax_documents
  validate constraint tax_documents_merchant_id_order_id_fkey,
  validate constraint tax_documents_merchant_id_original_id_fkey;
alter table tax_envelopes validate constraint tax_envelopes_merchant_id_document_id_fkey;
alter table waiting_tax_invoices validate constraint waiting_tax_invoices_merchant_id_order_id_fkey;
alter table reference_mails validate constraint reference_mails_merchant_id_order_id_fkey;
alter table webhook_deliveries validate constraint webhook_deliveries_merchant_id_event_id_fkey;
alter table reconciliation_differences validate constraint reconciliation_differences_merchant_id_order_id_fkey;
