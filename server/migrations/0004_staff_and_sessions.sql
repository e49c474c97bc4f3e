-- Staff, users of partners, sessions of the console, logs of changes.

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

-- One row per change by staff, committed with the change. Never holds a secret, a text or a number. Without a person:
-- made by a command on the server.
create table staff_actions (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  staff_id integer references staff,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null default '{}',
  request_id uuid not null,
  -- Reads of personal data are logged too. They expire after a year; changes are kept for ever.
  is_read boolean not null default false
);
create index staff_actions_of_subject on staff_actions (subject_kind, subject_id, id desc);
create index staff_actions_of_staff on staff_actions (staff_id, id desc);
create index staff_actions_read_by_age on staff_actions (at) where is_read;
create trigger staff_actions_stay before update or truncate on staff_actions
  for each statement execute function refuse_rewriting();
create trigger staff_changes_stay before delete on staff_actions
  for each row when ((not old.is_read)) execute function refuse_rewriting();

create table partner_users (
  id integer primary key generated always as identity,
  partner_id integer not null references partners,
  login text not null unique,
  name text not null,
  password_hash text not null,
  role text not null check (role in ('admin', 'developer', 'sender', 'finance', 'reader')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  token_version integer not null default 1,
  created_at timestamptz not null,
  last_seen_at timestamptz
);
create index partner_users_of_partner on partner_users (partner_id, id);
alter table partner_users enable row level security;
alter table partner_users force row level security;
create policy of_partner on partner_users
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

-- Only the digest of the cookie is stored. A session belongs to the partner's own login (no user), to a user of the
-- partner, or to staff. It ends when the version of its account changes.
create table sessions (
  id bigint primary key generated always as identity,
  digest bytea not null unique,
  partner_id integer references partners,
  user_id integer references partner_users,
  staff_id integer references staff,
  token_version integer not null,
  address text not null,
  device text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sessions_check check ((partner_id is null) <> (staff_id is null)),
  constraint sessions_check1 check ((user_id is null) or (partner_id is not null))
);
create index sessions_of_partner on sessions (partner_id, user_id) where partner_id is not null;
create index sessions_of_staff on sessions (staff_id) where staff_id is not null;
create index sessions_by_end on sessions (expires_at);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy of_partner on sessions
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

-- Using a sign-in link deletes its row.
create table sign_in_links (
  digest bytea primary key,
  partner_id integer references partners,
  user_id integer references partner_users,
  staff_id integer references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sign_in_links_check check ((partner_id is null) <> (staff_id is null))
);
create index sign_in_links_by_end on sign_in_links (expires_at);
alter table sign_in_links enable row level security;
alter table sign_in_links force row level security;
create policy of_partner on sign_in_links
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

-- One row per change by a partner's users in the console. Never holds a secret, a text or a whole number. Rows expire
-- after a year and are never rewritten.
create table partner_actions (
  id bigint primary key generated always as identity,
  partner_id integer not null references partners,
  at timestamptz not null,
  user_id integer references partner_users,
  login text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null default '{}',
  reason text,
  address text not null,
  request_id uuid not null
);
create index partner_actions_of_partner on partner_actions (partner_id, id desc);
create index partner_actions_of_subject on partner_actions (partner_id, subject_kind, subject_id, id desc);
create index partner_actions_by_age on partner_actions (at);
alter table partner_actions enable row level security;
alter table partner_actions force row level security;
create policy of_partner on partner_actions
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));
create trigger partner_actions_stay before update or truncate on partner_actions
  for each statement execute function refuse_rewriting();

-- Refused sign-ins, counted by day, way of authentication, login and address. Only the beginning of an unknown login
-- is stored: people type passwords into the wrong field.
create table failed_sign_ins (
  id bigint primary key generated always as identity,
  day date not null,
  door text not null,
  login text not null,
  address text not null,
  partner_id integer,
  user_id integer,
  staff_id integer,
  first_at timestamptz not null,
  last_at timestamptz not null,
  tries integer not null default 1,
  unique (day, door, login, address)
);
create index failed_sign_ins_by_age on failed_sign_ins (last_at);
alter table failed_sign_ins enable row level security;
alter table failed_sign_ins force row level security;
create policy of_partner on failed_sign_ins
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));
