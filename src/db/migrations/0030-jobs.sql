-- The queue of all work that is not a payment's own: it survives crashes, is shared by processes and tried again.

create table jobs (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  -- Which handler does it (server/queue/job-handlers.ts).
  kind text not null check (kind ~ '^[a-z_]+$'),
  -- Jobs that share a fate, such as those for one receiver: they wait for each other and for nobody else.
  lane text not null check (length(lane) between 1 and 100),
  payload jsonb not null default '{}',
  -- failed: given up, kept for a while for the operator to see. What is done is removed.
  state text not null default 'due' check (state in ('due', 'failed')),
  tries integer not null default 0 check (tries >= 0),
  -- When it is due; while somebody is at it, when it is due again should that process have died.
  run_at timestamptz,
  -- Whoever took it last; nobody else says what became of it.
  lease text,
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null default now(),
  primary key (merchant_id, id),
  check ((state = 'due') = (run_at is not null))
);
create index jobs_due on jobs (lane, run_at) where state = 'due';
create index jobs_failed on jobs (created_at) where state = 'failed';

-- A lane that fails again and again is closed for a while, and opened by one job that succeeds.
create table job_lanes (
  lane text primary key,
  failures integer not null check (failures > 0),
  closed_until timestamptz not null
);
