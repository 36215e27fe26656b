-- As in 0011, and an attempt that blocked other payments comes into doubt as a step that may have taken money: a start without an
-- answer blocks nothing, and a second payment would begin beside it. The call of a start is the one exception (docs/decisions/0338).
create or replace function refuse_wrong_attempt_move() returns trigger language plpgsql as $$
begin
  if not exists (select from attempt_transitions where from_state = old.state and to_state = new.state) then
    raise exception 'an attempt may not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  if old.state = 'unknown' and new.state = 'superseded' and 'confirm' in (old.step, new.step) then
    raise exception 'attempt % may have taken money and is not superseded', old.id using errcode = 'check_violation';
  end if;
  if new.state = 'unknown' and new.step = 'start' and (old.step = 'confirm' or (old.state <> 'in_flight'
      and exists (select from attempt_states where state = old.state and blocks_start))) then
    raise exception 'attempt % may have taken money and is no start without an answer', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
