-- How often the buyer's one-time code was sent to the provider of an attempt. The limit on guesses stood on a count of
-- audit rows by their cause until now; it is a fact of its own, and the database holds its upper end.

alter table payment_attempts
  add column code_guesses smallint not null default 0
  check (code_guesses between 0 and 5);

-- Only what can still take a code: the guesses of finished attempts limit nothing.
update payment_attempts as a
set code_guesses = least(5, e.guesses)
from (
  select attempt_id, count(*) as guesses
  from attempt_events
  where cause = 'confirm' and to_state = 'in_flight'
  group by attempt_id
) as e
where e.attempt_id = a.id and a.state in ('in_flight', 'awaiting_buyer', 'unknown');
