-- Operator links, dispatches, messages, batches, receipts, money and callbacks: what carries a message.

-- A running process. Its lease is real time, never business time: a lapsed lease means the process is gone.
create table instances (
  id uuid primary key,
  roles text[] not null,
  started_at timestamptz not null default clock_timestamp(),
  lease_until timestamptz not null
);

create table operator_links (
  id integer primary key generated always as identity,
  name text not null unique,
  channel_type text not null default 'SMS',
  brands smallint[] not null,
  host text not null,
  port integer not null,
  system_id text not null,
  password_sealed text not null,
  system_type text not null default '',
  bind_mode text not null default 'transceiver' check (bind_mode in ('transceiver', 'transmitter')),
  tls boolean not null default false,
  rate_per_second integer check (rate_per_second > 0),
  window_size integer not null default 10 check (window_size between 1 and 500),
  id_form text not null default 'as-is',
  source_ton smallint not null default 5,
  source_npi smallint not null default 0,
  enabled boolean not null default true,
  version integer not null default 1,
  owner uuid,
  lease_until timestamptz,
  bound boolean not null default false
);

create table callback_endpoints (
  id integer primary key generated always as identity,
  company_id integer not null references companies,
  url text not null,
  credentials_sealed text,
  identity_digest text not null,
  failing_since timestamptz,
  probe_at timestamptz,
  owner uuid,
  lease_until timestamptz,
  given_up bigint not null default 0,
  unique (company_id, identity_digest)
);

create table dispatches (
  id integer primary key generated always as identity,
  company_id integer not null references companies,
  partner_id integer not null,
  name text not null,
  channel_type text not null,
  text text not null,
  sender_ids integer[] not null,
  status text not null default 'CREATED' check (status in ('CREATED', 'STARTED', 'STOPPED', 'COMPLETED')),
  schedule_start_at timestamptz,
  schedule_hours smallint[],
  schedule_days smallint[],
  callback_endpoint_id integer references callback_endpoints,
  callback_events text[] not null default '{}',
  last_seq integer not null default 0,
  first_message_id uuid,
  last_message_id uuid,
  messages_total integer not null default 0,
  messages_sent integer not null default 0,
  messages_delivered integer not null default 0,
  messages_failed integer not null default 0,
  parts_total integer not null default 0,
  parts_delivered integer not null default 0,
  parts_failed integer not null default 0,
  estimate_micros bigint not null default 0,
  reserved_month date,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  check (messages_delivered + messages_failed <= messages_total),
  check (messages_sent <= messages_total)
) with (fillfactor = 50);
create index dispatches_of_company on dispatches (company_id, id desc);
create index dispatches_open on dispatches (id) where status in ('STARTED', 'STOPPED') and ended_at is null;

-- A strand is the part of a dispatch that goes under one sender name, over one route, in one local time.
-- The pacer moves its cursor; messages themselves are not touched until their outcome is known.
create table strands (
  dispatch_id integer not null references dispatches,
  strand smallint not null,
  company_id integer not null,
  sender_id integer not null,
  route smallint not null,
  channel_type text not null,
  traffic_type text not null,
  lane smallint not null,
  timezone text not null,
  messages integer not null default 0,
  last_seq integer not null default 0,
  cursor_seq integer not null default 0,
  runnable boolean not null default false,
  next_at timestamptz,
  eligible_at timestamptz,
  held_since timestamptz,
  primary key (dispatch_id, strand)
) with (fillfactor = 50);
create index strands_runnable on strands (channel_type, route, next_at) where runnable;

-- Partitioned by the time inside the id (UUIDv7), one partition a day. Status is in no index, so a status
-- change stays inside its page; half of each page is kept free for it.
create table messages (
  id uuid not null primary key,
  company_id integer not null,
  dispatch_id integer not null,
  seq integer not null,
  sender_id integer not null,
  destination bigint not null,
  amount_micros bigint not null,
  price_micros bigint,
  created_at timestamptz not null,
  sent_at timestamptz,
  final_at timestamptz,
  strand smallint not null,
  brand smallint not null,
  parts smallint not null,
  status smallint not null default 0,
  error_code smallint,
  text text
) partition by range (id);
create index messages_of_dispatch on messages (dispatch_id, seq, strand);

-- A batch is the unit of work on the bus. States: 0 claimed (not on the wire), 1 in flight, 2 waiting
-- (in doubt, held or to be tried again), 3 handed over (its messages wait for receipts until expires_at).
create table batches (
  id uuid primary key,
  company_id integer not null,
  dispatch_id integer not null,
  strand smallint not null,
  sender_id integer not null,
  from_seq integer not null,
  to_seq integer not null,
  first_message_id uuid not null,
  last_message_id uuid not null,
  count integer not null,
  link_id integer not null,
  lane smallint not null,
  traffic_type text not null,
  attempt smallint not null default 1,
  doubts smallint not null default 0,
  state smallint not null default 0,
  waiting_for text check (waiting_for in ('doubt', 'held', 'link')),
  owner uuid,
  due_at timestamptz,
  in_flight_at timestamptz,
  held_since timestamptz,
  expires_at timestamptz
) with (fillfactor = 70);
create index batches_on_links on batches (link_id) where state in (0, 1);
create index batches_in_flight on batches (in_flight_at) where state = 1;
create index batches_due on batches (due_at) where state in (0, 2);
create index batches_expiring on batches (expires_at) where state = 3;
create index batches_of_dispatch on batches (dispatch_id);

create table operator_refs (
  link_id integer not null,
  operator_message_id text not null,
  message_id uuid not null,
  part smallint not null,
  parts smallint not null,
  state smallint not null default 0,
  created_at timestamptz not null
) partition by range (created_at);
create index operator_refs_lookup on operator_refs (link_id, operator_message_id);
create index operator_refs_of_long_messages on operator_refs (message_id) where parts > 1;

-- Receipts wait here from the moment the operator hands them over until their message has taken them in.
create table receipts (
  id bigint primary key generated always as identity,
  link_id integer not null,
  operator_message_id text not null,
  state smallint not null,
  error_code smallint,
  destination bigint,
  reference integer,
  received_at timestamptz not null,
  due_at timestamptz not null default clock_timestamp(),
  tries smallint not null default 0,
  unique (link_id, operator_message_id, state)
);
create index receipts_due on receipts (due_at);

-- Every movement of money. A dispatch reserves once; each settlement releases what was reserved for the
-- messages that became final and spends what they cost.
create table ledger (
  id bigint primary key generated always as identity,
  company_id integer not null,
  month date not null,
  dispatch_id integer not null,
  kind text not null check (kind in ('reserve', 'settle')),
  messages integer not null,
  reserved_micros bigint not null,
  spent_micros bigint not null check (spent_micros >= 0),
  budget_micros bigint,
  committed_micros bigint,
  created_at timestamptz not null
);
create index ledger_of_dispatch on ledger (dispatch_id);
create index ledger_of_month on ledger (company_id, month);

create table callback_batches (
  id bigint primary key generated always as identity,
  endpoint_id integer not null references callback_endpoints,
  dispatch_id integer not null,
  count integer not null,
  events text not null,
  attempts smallint not null default 0,
  first_try_at timestamptz,
  next_try_at timestamptz not null
);
create index callback_batches_of_endpoint on callback_batches (endpoint_id, attempts, id);
create index callback_batches_due on callback_batches (next_try_at);

-- What happened beyond the plain way, counted by cause; the operator's log must agree with it.
create table engine_counters (
  name text primary key,
  value bigint not null default 0
);
