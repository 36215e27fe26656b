-- What recovery after silence needs to know of an attempt, and what must not happen by it.

-- When the step that takes money was last sent before its latest sending and never answered; null while it was sent
-- once. Whatever becomes of the latest sending, the earlier one may still be carried out.
alter table payment_attempts add column unanswered_at timestamptz;
-- A sending that was certainly not taken is a decline only where nothing else was sent.
alter table payment_attempts add constraint a_repetition_is_no_decline
  check (unanswered_at is null or state <> 'declined' or provider_code is distinct from 'not_sent');

-- When its provider sent a message that was not followed up by a question yet.
alter table payment_attempts add column news_at timestamptz;

-- A buyer who paid on the provider's page has taken the step that takes money; until now only the state said so.
update payment_attempts set step = 'confirm' where state = 'unknown' and step = 'start' and provider = 'urpay-arb';

-- A start takes no money: one without an answer is put aside by the next start.
insert into attempt_transitions values ('unknown', 'superseded');

-- Replaces the function of 0001.
create or replace function refuse_wrong_attempt_move() returns trigger language plpgsql as $$
begin
  if not exists (select from attempt_transitions where from_state = old.state and to_state = new.state) then
    raise exception 'an attempt may not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  if old.state = 'unknown' and new.state = 'superseded' and 'confirm' in (old.step, new.step) then
    raise exception 'attempt % may have taken money and is not put aside', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
