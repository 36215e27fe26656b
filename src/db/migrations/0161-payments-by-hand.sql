-- Payments that a shop has received without a provider of ours and records (docs/decisions/0173). A row here and an attempt of the
-- account `by-hand` are one thing: neither is without the other, and such an attempt was never anything but the payment of its order.
create table payments_by_hand (
  merchant_id bigint not null references merchants,
  attempt_id text not null,
  order_id bigint not null,
  -- As on the slip of the terminal, or of the transfer.
  reference text check (length(reference) between 1 and 100),
  note text check (length(note) between 1 and 500),
  -- As the audit log names callers.
  recorded_by text not null check (recorded_by ~ '^(key|person) [1-9][0-9]*$'),
  recorded_at timestamptz not null,
  primary key (merchant_id, attempt_id),
  foreign key (merchant_id, attempt_id) references payment_attempts (merchant_id, id),
  foreign key (merchant_id, order_id) references orders (merchant_id, id)
);

-- What was written down stays; an erasure may take away the words of people.
create function refuse_another_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (to_jsonb(new) - array['reference', 'note']) = (to_jsonb(old) - array['reference', 'note'])
    and (new.reference is null or new.reference = old.reference) and (new.note is null or new.note = old.note) then
    return new;
  end if;
  raise exception 'a payment that was recorded by hand is taken back by a refund alone' using errcode = 'insufficient_privilege';
end $$;
create trigger records_stay before update or delete on payments_by_hand for each row execute function refuse_another_record();
create trigger records_are_not_emptied before truncate on payments_by_hand
  for each statement execute function refuse_change();

-- At commit, when both sides are in place. That no other payment was under way is the index `one_live_attempt_per_order`.
create function payment_by_hand_is_whole() returns trigger language plpgsql as $$
declare
  subject text := case tg_table_name when 'payments_by_hand' then to_jsonb(new) ->> 'attempt_id' else to_jsonb(new) ->> 'id' end;
begin
  if not exists (
    select from payment_attempts a
    join payments_by_hand h on h.merchant_id = a.merchant_id and h.attempt_id = a.id and h.order_id = a.order_id
    where a.merchant_id = new.merchant_id and a.id = subject and a.provider = 'by-hand'
      and a.method in ('cash', 'card_terminal', 'bank_transfer', 'other_way')
      and a.state in ('captured', 'refunded') and a.settled_at is not null and a.next_check_at is null
  ) then
    raise exception 'payment % by hand is not whole', subject using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger record_has_its_payment after insert on payments_by_hand
  deferrable initially deferred for each row execute function payment_by_hand_is_whole();
create constraint trigger payment_by_hand_is_recorded after insert or update of method, provider, state, next_check_at
  on payment_attempts deferrable initially deferred
  for each row when (new.provider = 'by-hand' or new.method in ('cash', 'card_terminal', 'bank_transfer', 'other_way'))
  execute function payment_by_hand_is_whole();

-- What a provider took does not become the shop's own word, nor the other way round.
create function refuse_another_provider() returns trigger language plpgsql as $$
begin
  raise exception 'attempt % is of %', old.id, old.provider using errcode = 'check_violation';
end $$;
create trigger hand_and_provider_stay before update of provider, method on payment_attempts
  for each row when ((old.provider = 'by-hand') <> (new.provider = 'by-hand')) execute function refuse_another_provider();

-- Nor does a provider give back what it never had.
create function refund_goes_the_way_of_payment() returns trigger language plpgsql as $$
begin
  if exists (select from payment_attempts a where a.merchant_id = new.merchant_id and a.id = new.attempt_id
      and a.provider = 'by-hand') and not new.is_by_hand then
    raise exception 'a payment by hand is given back by hand' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payment_by_hand_is_refunded_by_hand before insert on refunds
  for each row when (not new.is_by_hand) execute function refund_goes_the_way_of_payment();
