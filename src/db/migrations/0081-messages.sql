-- Messages to buyers and merchants by e-mail, SMS and WhatsApp: one row each, which is the delivery log. Each has a job of
-- the queue; nothing here stops an invoice.

create table message_moves (
  from_state text not null, to_state text not null, primary key (from_state, to_state)
);
insert into message_moves values
  ('queued', 'submitting'), ('queued', 'failed'), ('queued', 'suppressed'),
  ('submitting', 'queued'), ('submitting', 'unknown'), ('submitting', 'accepted'), ('submitting', 'held'),
  ('submitting', 'sent'), ('submitting', 'delivered'), ('submitting', 'read'), ('submitting', 'failed'),
  ('unknown', 'submitting'), ('unknown', 'accepted'), ('unknown', 'held'), ('unknown', 'sent'), ('unknown', 'delivered'),
  ('unknown', 'read'), ('unknown', 'failed'), ('unknown', 'expired'), ('unknown', 'suppressed'),
  ('accepted', 'held'), ('accepted', 'sent'), ('accepted', 'delivered'), ('accepted', 'read'), ('accepted', 'failed'),
  ('accepted', 'expired'),
  ('held', 'accepted'), ('held', 'sent'), ('held', 'delivered'), ('held', 'read'), ('held', 'failed'), ('held', 'expired'),
  ('sent', 'delivered'), ('sent', 'read'), ('sent', 'failed'), ('sent', 'expired'),
  ('delivered', 'read'),
  ('expired', 'delivered'), ('expired', 'read');

create table messages (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  order_id bigint not null,
  kind text not null check (kind ~ '^[a-z_]+$'),
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  -- Why it is sent: a call of the merchant's, the issue of its invoice, an event, a reminder that is due, or another
  -- message that its channel did not take.
  cause text not null check (cause in ('call', 'issue', 'event', 'reminder', 'fallback')),
  -- Which event, reminder or message that was: of each there is one message, however often its job runs.
  cause_key text check (length(cause_key) between 1 and 64),
  -- What the text needs besides the order, such as the refund.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  -- Only as long as it may have to be sent; afterwards the masked form says where it went.
  address text check (length(address) between 3 and 254),
  masked_address text not null check (length(masked_address) between 3 and 254),
  -- Keyed: an address that wants no more is known again, and nobody can read it.
  address_digest text not null,
  language text not null check (language in ('ar', 'en')),
  -- Channels that are tried next where this one does not reach its receiver.
  fallback text[] not null default '{}' check (fallback <@ array['email', 'sms', 'whatsapp']),
  state text not null default 'queued',
  -- The provider's name of it.
  provider_id text check (length(provider_id) between 1 and 200),
  -- What went wrong, in the provider's code and as it decides what happens next.
  code text check (length(code) <= 100),
  class text check (length(class) <= 40),
  tries integer not null default 0 check (tries >= 0),
  -- Of a text message: each is paid for.
  parts smallint check (parts > 0),
  created_at timestamptz not null,
  submitted_at timestamptz,
  accepted_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  ended_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references orders (merchant_id, id),
  check ((state in ('queued', 'submitting', 'unknown')) or address is null),
  check (state <> 'failed' or class is not null)
);
create index messages_by_order on messages (merchant_id, order_id, id);
create index messages_by_provider_id on messages (merchant_id, channel, provider_id) where provider_id is not null;
create index messages_by_age on messages (created_at);
create unique index one_message_per_cause on messages (merchant_id, order_id, kind, cause, cause_key, channel)
  where cause_key is not null;

create function check_message() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('queued', 'suppressed') then
      raise exception 'a message begins queued' using errcode = 'check_violation';
    end if;
  elsif new.state <> old.state
      and not exists (select from message_moves where from_state = old.state and to_state = new.state) then
    raise exception 'a message may not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger messages_move_as_listed before insert or update of state on messages
  for each row execute function check_message();

-- What a merchant wants sent by itself. Without a row: nothing.
create table message_settings (
  merchant_id bigint primary key references merchants,
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  -- Events that make messages by these settings, as the statement that places events reads them.
  event_types text[] not null default '{}',
  updated_at timestamptz not null
);

-- Receivers who want no reminders of a merchant any more.
create table message_opt_outs (
  merchant_id bigint not null references merchants,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  address_digest text not null,
  source text not null check (source in ('reply', 'link')),
  created_at timestamptz not null,
  primary key (merchant_id, channel, address_digest)
);
