-- Dispatches, buckets of single messages, strands.

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
  callback_events text[] not null default '{}'::text[],
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
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- MAU packages that the dispatch may open, as last estimated; the reserve itself is in package_reserves.
  packages_micros bigint not null default 0,
  -- PARTNER: a dispatch of the partner API. MESSAGING: one of the messaging API. SEND: a bucket of single messages of
  -- one company, day (Europe/Moscow) and set of settings; always started, growing.
  kind text not null default 'PARTNER',
  send_day date,
  settings_digest text,
  traffic_center_id integer,
  sending_method text not null default 'API',
  lifetime_seconds integer,
  use_local_time boolean not null default true,
  -- Local times of the recipient, without a zone.
  -- squawk-ignore prefer-timestamp-tz
  local_send_time timestamp,
  -- squawk-ignore prefer-timestamp-tz
  local_completion_time timestamp,
  sender_name text,
  short_url boolean not null default false,
  tags text[],
  special_content jsonb,
  callback_url text,
  -- unsent: failed before hand-over. sent: handed over at some time, whatever its end.
  messages_unsent integer not null default 0,
  parts_sent integer not null default 0,
  parts_unsent integer not null default 0,
  -- The further steps with placeholders; each message carries its own rendered steps.
  cascade jsonb,
  -- The longest wait of a message from creation to hand-over or failure. Lists by time look back at most this far.
  longest_wait_ms bigint default 0,
  -- Reserved now for open messages, without packages; cost of messages and packages so far; missing for the rest that
  -- waits for money, with and without packages.
  reserved_micros bigint not null default 0,
  spent_micros bigint not null default 0,
  lacking_micros bigint,
  lacking_own_micros bigint,
  -- Of a bucket: the dispatch whose cascade steps it holds.
  steps_of integer,
  -- Of a cascade dispatch: ended messages, steps included, that a step may still follow.
  steps_waiting integer,
  constraint dispatches_check check ((messages_delivered + messages_failed) <= messages_total),
  constraint dispatches_check1 check (messages_sent <= messages_total),
  constraint dispatches_kind check ((kind in ('PARTNER', 'MESSAGING', 'SEND'))),
  constraint dispatches_lifetime check (((lifetime_seconds >= 30) and (lifetime_seconds <= 86400)))
) with (fillfactor = 50);
create index dispatches_of_company on dispatches (company_id, id desc);
create index dispatches_open on dispatches (id)
  where status in ('STARTED', 'STOPPED') and ended_at is null;
create unique index dispatches_send_lists on dispatches (company_id, send_day, settings_digest)
  where kind = 'SEND';
create index dispatches_messaging on dispatches (company_id, id) where kind = 'MESSAGING';
create index dispatches_steps on dispatches (steps_of) where steps_of is not null;
-- A dispatch deleted before its start disappears at once: it becomes a bucket (kind SEND) that was never started. Its
-- messages are deleted in portions, then the row.
create index dispatches_deleted on dispatches (id) where status = 'CREATED' and kind = 'SEND';
alter table dispatches enable row level security;
alter table dispatches force row level security;
create policy of_partner on dispatches
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

-- The rate of a dispatch. ready_ms: business time in milliseconds at which its next message may leave. Only the pacer
-- writes it; a table of its own keeps the pacer away from the dispatch's counters.
create table dispatch_rates (
  dispatch_id integer primary key,
  company_id integer not null references companies,
  rate integer not null check (rate > 0),
  rate_term text not null check (rate_term in ('s', 'm', 'h', 'd')),
  ready_ms double precision not null default 0
);
alter table dispatch_rates enable row level security;
alter table dispatch_rates force row level security;
create policy of_partner on dispatch_rates
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Recipients that a dispatch refused, by reason. `api`: refused by the service. `file`: left out by the user before
-- the upload.
create table dispatch_refusals (
  dispatch_id integer not null references dispatches,
  source text not null check (source in ('api', 'file')),
  -- A message error; 0 is a duplicate number in the file.
  error_code smallint not null,
  recipients integer not null check (recipients >= 0),
  primary key (dispatch_id, source, error_code)
);
alter table dispatch_refusals enable row level security;
alter table dispatch_refusals force row level security;
create policy of_partner on dispatch_refusals
  using (( select tenant_is_system()) or (exists ( select from dispatches d where ((d.id = dispatch_refusals.dispatch_id) and (d.partner_id = ( select tenant_partner()))))));

-- Refused recipients, for later reading. `place` counts within the dispatch, `index` within the call. `digits` is the
-- number, if there is one, for erasure.
create table rejected_recipients (
  dispatch_id integer not null references dispatches,
  place integer not null check (place > 0),
  index integer not null,
  destination text not null check (length(destination) <= 64),
  digits bigint,
  error_code smallint not null,
  msg text not null check (length(msg) <= 200),
  created_at timestamptz not null,
  primary key (dispatch_id, place)
);
create index rejected_recipients_by_number on rejected_recipients (digits) where digits is not null;
create index rejected_recipients_by_age on rejected_recipients (created_at);
alter table rejected_recipients enable row level security;
alter table rejected_recipients force row level security;
create policy of_partner on rejected_recipients
  using (( select tenant_is_system()) or (exists ( select from dispatches d where ((d.id = rejected_recipients.dispatch_id) and (d.partner_id = ( select tenant_partner()))))));

-- How far the texts of a dispatch have been removed; a finished dispatch is never read again.
create table text_removals (
  dispatch_id integer primary key references dispatches,
  up_to_seq integer not null default 0,
  done_at timestamptz
);

-- A strand is the messages of a dispatch or bucket under one sender name, brand, time zone and traffic type. The pacer
-- moves its cursor; messages do not change before their outcome.
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
  -- The tariff version of the strand. part_micros: reserved per part at start where the price depends on volume, else
  -- null. handed_over counts in the same case.
  tariff_id integer,
  parts integer not null default 0,
  amount_micros bigint not null default 0,
  part_micros bigint,
  handed_over integer not null default 0,
  -- start_at: not before. give_up_at: messages not handed over by then fail. Local times differ by zone, so they
  -- belong to the strand.
  start_at timestamptz,
  give_up_at timestamptz,
  -- Money belongs to the Europe/Moscow month in which a message is sent. The month of the reserve of unclaimed
  -- messages; a batch has its own. Null after the turn of a month: no reserve.
  month date,
  waiting_for text check (waiting_for in ('budget', 'money')),
  -- Messages of a strand go to one country. Null: the home country.
  country text,
  primary key (dispatch_id, strand)
) with (fillfactor = 50);
create index strands_runnable on strands (channel_type, route, next_at) where runnable;
-- Strands that wait for a sender name or a company, for its release.
create index strands_held on strands (company_id, sender_id) where held_since is not null;
create index strands_given_up on strands (give_up_at) where runnable and give_up_at is not null;
-- Strands and batches that the turn of a month moves, and strands that wait for money.
create index strands_reserved on strands (month) where cursor_seq < last_seq;
create index strands_waiting_for_money on strands (company_id) where waiting_for is not null;
create index strands_abroad on strands (eligible_at) where country is not null;
alter table strands enable row level security;
alter table strands force row level security;
create policy of_partner on strands
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
