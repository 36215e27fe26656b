-- Jobs that are about a person, who may work in several shops or in none (docs/decisions/0322). Theirs have the merchant 0, which no
-- merchant has: so `merchant_id` stays in the key of every job, and the statements of the queue are the same for all.

alter table jobs
  drop constraint jobs_merchant_id_fkey,
  add column of_merchant bigint generated always as (nullif(merchant_id, 0)) stored,
  add constraint jobs_merchant_id_fkey foreign key (of_merchant) references merchants,
  add constraint a_job_of_no_merchant_is_a_persons
    check ((merchant_id = 0) = (kind in ('account_notice', 'password_reset'))),
  -- The address that a notice goes to is kept as long as the notice may still be sent.
  add constraint what_is_given_up_keeps_no_address check (state = 'due' or not payload ? 'to');
