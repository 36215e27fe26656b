-- An order of a link is never COMPLETED_INVOICE (decision S1), also where a status that PAID and PAID_LINK share comes before it.
alter table orders add constraint fulfilled_as_its_source_is check (status <> 'COMPLETED_INVOICE' or source = 'api') not valid;
alter table orders validate constraint fulfilled_as_its_source_is;
