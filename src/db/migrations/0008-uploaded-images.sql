-- The same upload twice is one picture: the hash of the bytes that a merchant sent, before they were encoded anew.
-- Pictures of before this migration have none.
alter table images add column upload_sha256 text check (upload_sha256 ~ '^[0-9a-f]{64}$');
create unique index one_image_per_upload on images (merchant_id, upload_sha256);

-- Pages and the merchant API list an order's tax invoice together with its credit notes.
create index tax_documents_by_order on tax_documents (order_id);
