-- Messages and the batches that carry them.

-- Partitioned by the time inside the id (UUIDv7), one partition per day. Status is in no index, so a status change
-- stays inside its page; half of each page is free for it.
create table messages (
  id uuid primary key,
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
  text text,
  -- Known from hand-over on, where the price depends on volume: the counter just before the message, its price at that
  -- step, the packages it opened. Null under a fixed price.
  volume_before integer,
  due_micros bigint,
  package_micros bigint,
  -- Only for messages of the messaging API. account_id: the company; null for partner dispatches, so that bulk
  -- recipients do not pay for the index. read_status: 1 read, 2 not read within the lifetime. cascade: the rendered
  -- steps that may follow.
  account_id integer,
  external_message_id text,
  claimed_traffic_type text,
  tags text[],
  template_id integer,
  special_content jsonb,
  cascade jsonb,
  cascade_root uuid,
  cascade_step smallint,
  read_status smallint,
  read_at timestamptz,
  -- The country of the number, ISO 3166 alpha-2.
  country text
) partition by range (id);
create index messages_of_dispatch on messages (dispatch_id, seq, strand);
create index messages_of_account on messages (account_id, id) where account_id is not null;
create index messages_by_external_id on messages (account_id, external_message_id)
  where external_message_id is not null;
create index messages_of_cascade on messages (cascade_root, cascade_step) where cascade_root is not null;
-- Single messages to a number, for the console.
create index messages_to_number on messages (account_id, destination, id) where account_id is not null;
-- Failed messages. Only a failure sets an error code, so every other status change stays inside its page.
create index messages_failed on messages (account_id, id)
  where account_id is not null and error_code is not null;
alter table messages enable row level security;
alter table messages force row level security;
create policy of_partner on messages
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Texts of verifier messages, sealed, until the code is entered or expires. The messages themselves hold a mask.
create table message_codes (
  message_id uuid primary key,
  company_id integer not null references companies,
  sealed text not null,
  expires_at timestamptz not null
);
create index message_codes_by_end on message_codes (expires_at);
alter table message_codes enable row level security;
alter table message_codes force row level security;
create policy of_partner on message_codes
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- A number to be erased. The row loses it when no message holds it any more. Messages are searched day by day:
-- scan_day is the next day; open messages cause another pass from the day of the first of them.
create table erasures (
  id integer primary key generated always as identity,
  destination bigint,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  scan_day date,
  waiting_day date,
  pass_waiting bigint not null default 0,
  messages_erased bigint not null default 0,
  messages_waiting bigint not null default 0,
  finished_at timestamptz,
  constraint erasures_check check ((destination is null) = (finished_at is not null))
);
create index erasures_due on erasures (due_at) where finished_at is null;

-- A batch is the unit of work on the bus. States: 0 claimed (not on the wire), 1 in flight, 2 waiting (in doubt, held
-- or for a link), 3 handed over (its messages wait for receipts until expires_at).
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
  expires_at timestamptz,
  -- Some messages were stopped while the batch waited: the connector reads it again before it begins.
  thinned boolean not null default false,
  -- The most parts without a stored answer that the connector allows. If it dies, only the first messages of the
  -- batch, up to this number, can be with the operator.
  open_max smallint,
  -- hops: moves to another link. elsewhere: its link used up its tries. doubt_link_id: the link of the first doubt,
  -- whose receipts may still arrive.
  hops smallint not null default 0,
  elsewhere boolean not null default false,
  doubt_link_id integer,
  month date,
  part_micros bigint,
  begun_at timestamptz
) with (fillfactor = 70);
create index batches_on_links on batches (link_id) where state in (0, 1);
create index batches_in_flight on batches (in_flight_at) where state = 1;
create index batches_due on batches (due_at) where state in (0, 2);
create index batches_expiring on batches (expires_at) where state = 3;
create index batches_held on batches (company_id, sender_id) where held_since is not null;
-- Batches in doubt are few and read often.
create index batches_in_doubt on batches (link_id) where doubts > 0;
-- The batch of a message is found by position, because a bucket has as many batches as messages.
create index batches_by_place on batches (dispatch_id, strand, to_seq);
create index batches_reserved on batches (month) where state in (0, 2) and doubts = 0;
alter table batches enable row level security;
alter table batches force row level security;
create policy of_partner on batches
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- When the next batch in doubt may be sent again over a link: recovery uses at most a tenth of a link's rate.
create table link_resends (
  link_id integer primary key,
  next_at timestamptz not null
);

-- Exceptional events of the engine, counted by cause; the operator's log must agree.
create table engine_counters (
  name text primary key,
  value bigint not null default 0
);

-- How far the evidence about batches in doubt has been read: all outcomes published before this instant of the
-- database's real time are recorded.
create table evidence_marks (
  only_row boolean primary key default true check (only_row),
  outcomes_read_at timestamptz not null default '-infinity'::timestamptz,
  -- Valid for batches that began after the broker last lost outcomes: the last stream, its position, and the instant
  -- at which another stream, or one that went back, was seen.
  stream_epoch text,
  stream_last bigint not null default 0,
  outcomes_lost_at timestamptz not null default '-infinity'::timestamptz
);
insert into evidence_marks default values;

-- Messages that count as handed over although operator ids of some parts are missing. A later id for such a part
-- proves the first copy; without this row it would count as a second copy.
create table unproven_sends (
  message_id uuid primary key,
  missing smallint not null,
  made_at timestamptz not null
);
create index unproven_sends_by_age on unproven_sends (made_at);

-- Messages with a next step to send. The transaction that ends the message writes the row; the transaction that sends
-- the step deletes it. due_at: the next try. since: the first.
create table cascade_due (
  message_id uuid primary key,
  company_id integer not null references companies,
  due_at timestamptz not null,
  since timestamptz not null
);
create index cascade_due_by_time on cascade_due (due_at);
alter table cascade_due enable row level security;
alter table cascade_due force row level security;
create policy of_partner on cascade_due
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
