-- A delivery and its job end together (server/webhooks/deliver.ts). Until now a job that had failed by an error of ours
-- eight times was given up, and its delivery stayed due for ever.

-- What was left behind like that is tried again at once; its own schedule gives it up when its time is over.
update jobs j set state = 'due', run_at = now(), tries = 0
  from webhook_deliveries d
  where j.kind = 'webhook' and j.state = 'failed'
    and d.merchant_id = j.merchant_id and d.id = (j.payload ->> 'deliveryId')::bigint and d.state = 'due';

create function keep_job_of_due_delivery() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_deliveries
      where merchant_id = old.merchant_id and id = (old.payload ->> 'deliveryId')::bigint and state = 'due') then
    raise exception 'delivery % is still to be made', old.payload ->> 'deliveryId' using errcode = 'check_violation';
  end if;
  return null;
end $$;
-- At commit: job and delivery are written one after the other.
create constraint trigger job_of_due_delivery_stays after delete on jobs deferrable initially deferred
  for each row when (old.kind = 'webhook') execute function keep_job_of_due_delivery();
create constraint trigger job_of_due_delivery_is_not_given_up after update of state on jobs
  deferrable initially deferred
  for each row when (old.kind = 'webhook' and new.state = 'failed') execute function keep_job_of_due_delivery();
