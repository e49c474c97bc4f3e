-- People who sign in to the console: those of a partner beside the partner's own login, their sessions, links that
-- sign in once, and what people of a partner did.

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

-- The cookie's value is not kept, only its digest. A session belongs to the partner's own login (no user), to a user
-- of the partner, or to staff. It is void as soon as the version of its account has moved on.
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
  check ((partner_id is null) <> (staff_id is null)),
  check (user_id is null or partner_id is not null)
);
create index sessions_of_partner on sessions (partner_id, user_id) where partner_id is not null;
create index sessions_of_staff on sessions (staff_id) where staff_id is not null;
create index sessions_by_end on sessions (expires_at);

-- A link is used up by taking its row away.
create table sign_in_links (
  digest bytea primary key,
  partner_id integer references partners,
  user_id integer references partner_users,
  staff_id integer references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((partner_id is null) <> (staff_id is null))
);
create index sign_in_links_by_end on sign_in_links (expires_at);

-- What people of a partner changed in the cabinet, one row a change. Never holds a secret, a text or a whole number.
-- Rows leave after a year and are never rewritten.
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

create trigger partner_actions_stay before update or truncate on partner_actions
  for each statement execute function refuse_rewriting();

alter table partner_users enable row level security;
alter table partner_users force row level security;
create policy of_partner on partner_users
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

alter table sessions enable row level security;
alter table sessions force row level security;
create policy of_partner on sessions
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

alter table sign_in_links enable row level security;
alter table sign_in_links force row level security;
create policy of_partner on sign_in_links
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

alter table partner_actions enable row level security;
alter table partner_actions force row level security;
create policy of_partner on partner_actions
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));
