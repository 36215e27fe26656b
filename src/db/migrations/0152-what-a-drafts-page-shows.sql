-- What the page of a draft shows where that is not what the draft says: the draft keeps what was typed, the page shows what it means.
alter table invoice_drafts add column shown jsonb;
