-- The messaging API: single messages, kept in lists, and what they need beyond a dispatch of the partner API.

-- PARTNER: a dispatch of the partner API. MESSAGING: one of the messaging API. SEND: a list of single messages
-- of one company, one day (Europe/Moscow) and one set of settings; it is always started and grows.
alter table dispatches
  add column kind text not null default 'PARTNER',
  add column send_day date,
  add column settings_digest text,
  add column traffic_center_id integer,
  add column sending_method text not null default 'API',
  add column lifetime_seconds integer,
  add column use_local_time boolean not null default true,
  -- Wall times of the recipient: they have no zone of their own.
  -- squawk-ignore prefer-timestamp-tz
  add column local_send_time timestamp,
  -- squawk-ignore prefer-timestamp-tz
  add column local_completion_time timestamp,
  add column sender_name text,
  add column short_url boolean not null default false,
  add column tags text[],
  add column special_content jsonb,
  add column callback_url text;
alter table dispatches add constraint dispatches_kind check (kind in ('PARTNER', 'MESSAGING', 'SEND')) not valid;
alter table dispatches add constraint dispatches_lifetime check (lifetime_seconds between 30 and 86400) not valid;
create unique index dispatches_send_lists on dispatches (company_id, send_day, settings_digest) where kind = 'SEND';

-- start_at: not before; give_up_at: what is not handed over by then fails. Local times differ by zone, so they
-- belong to the strand.
alter table strands
  add column start_at timestamptz,
  add column give_up_at timestamptz;
create index strands_given_up on strands (give_up_at) where runnable and give_up_at is not null;

-- What only messages of the messaging API have. read_status: 1 read, 2 not read within the lifetime.
-- cascade: the steps that may follow, with their texts as they will be sent.
-- account_id: the company, for messages sent through the messaging API; those of the partner API have none, so
-- that bulk recipients do not pay for an index that only this API's list needs.
alter table messages
  add column account_id integer,
  add column external_message_id text,
  add column claimed_traffic_type text,
  add column tags text[],
  add column template_id integer,
  add column special_content jsonb,
  add column cascade jsonb,
  add column cascade_root uuid,
  add column cascade_step smallint,
  add column read_status smallint,
  add column read_at timestamptz;
create index messages_of_account on messages (account_id, id) where account_id is not null;
create index messages_by_external_id on messages (account_id, external_message_id) where external_message_id is not null;
create index messages_of_cascade on messages (cascade_root, cascade_step) where cascade_root is not null;

-- Some of its messages were ended one by one while it waited: whoever begins it looks again.
alter table batches add column thinned boolean not null default false;

-- A name nobody registered, used where that is allowed: kept so that messages have a sender, never listed.
alter table senders add column registered boolean not null default true;

-- Messages sent under the shared test name, per account and day (Europe/Moscow).
create table shared_name_days (
  company_id integer not null references companies,
  day date not null,
  count integer not null default 0,
  primary key (company_id, day)
);
alter table shared_name_days enable row level security;
alter table shared_name_days force row level security;
create policy of_partner on shared_name_days
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
