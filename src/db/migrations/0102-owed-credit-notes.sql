-- Credit notes of refunds wait until the tax authority has accepted their invoice (docs/decisions/0115): one job per order.
create unique index one_job_of_owed_notes on jobs (merchant_id, lane) where kind = 'owed_notes';
