-- What was told to a merchant's endpoints of one invoice, beside what else happened to it.
create index webhook_deliveries_by_event on webhook_deliveries (merchant_id, event_id);

-- Documents of a box of the VAT return that is rare: found without a walk through all that is sold at the standard rate.
create index tax_document_vat_beside on tax_document_vat (merchant_id, category, exemption, document_id) where category <> 'S';
