-- A merchant's own words for messages to buyers, in the place of ours (docs/decisions/0134). Without a row: ours.
create table message_wordings (
  merchant_id bigint not null references merchants,
  kind text not null,
  channel text not null check (channel in ('email', 'sms')),
  language text not null check (language in ('ar', 'en')),
  -- Of a mail.
  subject text,
  body text not null check (body <> ''),
  updated_at timestamptz not null,
  primary key (merchant_id, kind, channel, language),
  check ((channel = 'email') = (subject is not null))
);
