-- The back office: staff, what they did, keys of the messaging API, switches, erasing and retention.

create table staff (
  id integer primary key generated always as identity,
  login text not null unique,
  password_hash text not null,
  roles text[] not null check (roles <@ array['admin', 'moderator', 'accountant', 'support', 'sre']),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  token_version integer not null default 1,
  created_at timestamptz not null
);

create table staff_tokens (
  public_id text primary key,
  staff_id integer not null references staff,
  digest bytea not null,
  token_version integer not null,
  expires_at timestamptz,
  created_at timestamptz not null
);
create index staff_tokens_of_staff on staff_tokens (staff_id);

-- What staff changed, one row a change, written with the change. Never holds a secret, a text or a number.
-- Without a person it was done by a command on the machine.
create table staff_actions (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  staff_id integer references staff,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null default '{}',
  request_id uuid not null
);
create index staff_actions_of_subject on staff_actions (subject_kind, subject_id, id desc);
create index staff_actions_of_staff on staff_actions (staff_id, id desc);

create trigger staff_actions_stay before update or delete or truncate on staff_actions
  for each statement execute function refuse_rewriting();

-- A key is the Base64 form of `key_id:password`. Only digests are kept, those of superseded passwords too:
-- a reissued key is recognised and refused as such.
create table api_keys (
  key_id text primary key,
  company_id integer not null references companies,
  traffic_center_id integer,
  name text not null,
  type text not null check (type in ('MESSAGES', 'SYSTEM', 'VERIFIER', 'VERIFIER_BUILDER')),
  digest bytea not null,
  superseded_digests bytea[] not null default '{}',
  allowed_addresses cidr[] not null default '{}',
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index api_keys_of_company on api_keys (company_id, created_at);

-- Without a row everything is on; a row of a company goes before the row of everybody (company_id null).
create table feature_switches (
  id integer primary key generated always as identity,
  name text not null,
  company_id integer references companies,
  is_on boolean not null,
  changed_at timestamptz not null
);
create unique index feature_switches_of_all on feature_switches (name) where company_id is null;
create unique index feature_switches_of_company on feature_switches (name, company_id) where company_id is not null;

-- Texts of dispatches that ended longer ago than this are removed; null keeps them.
alter table companies add column text_retention_days integer;
alter table companies add constraint companies_text_retention_days check (text_retention_days > 0) not valid;

-- How far the texts of a dispatch have been removed; a dispatch that is done is never looked at again.
create table text_removals (
  dispatch_id integer primary key references dispatches,
  up_to_seq integer not null default 0,
  done_at timestamptz
);

-- A number to be erased. It stands here until no message holds it any more, then it leaves this row too. The
-- messages are looked through day by day; scan_day is the next one, and what is still open on its way makes
-- another pass, from the day of the first such message.
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
  check ((destination is null) = (finished_at is not null))
);
create index erasures_due on erasures (due_at) where finished_at is null;

-- A paused link stays bound and takes its receipts, but gets nothing new to send.
alter table operator_links add column paused boolean not null default false;
