-- Verification codes and widgets.

-- A profile is a gateway of the interface. channels: [{channelType, senderName, text}] in order of choice.
-- day_micros_max: the most a day (Europe/Moscow) may cost. A prefix is a number without its last four digits; a low
-- share of entered codes marks it as suspected.
create table verification_profiles (
  id text primary key,
  company_id integer not null references companies,
  name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  code_length smallint not null check ((code_length >= 4) and (code_length <= 8)),
  lifetime_seconds integer not null check ((lifetime_seconds >= 60) and (lifetime_seconds <= 3600)),
  checks_max smallint not null check ((checks_max >= 1) and (checks_max <= 10)),
  resend_pause_seconds integer not null,
  sends_per_number smallint not null,
  sends_per_address smallint not null,
  sends_per_prefix smallint not null,
  countries text[] not null,
  day_micros_max bigint not null check (day_micros_max > 0),
  entered_share_min smallint not null check ((entered_share_min >= 0) and (entered_share_min <= 100)),
  entered_share_after smallint not null check (entered_share_after > 0),
  channels jsonb not null,
  created_at timestamptz not null
);
create index verification_profiles_of_company on verification_profiles (company_id, created_at);
alter table verification_profiles enable row level security;
alter table verification_profiles force row level security;
create policy of_partner on verification_profiles
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

create table verification_widgets (
  id text primary key,
  company_id integer not null references companies,
  profile_id text not null references verification_profiles,
  name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  kind text not null check (kind in ('OWN_SITE', 'BUILDER')),
  domains text[] not null,
  captcha_type text not null,
  site_key text not null,
  secret_sealed text not null,
  texts jsonb not null,
  colours jsonb not null,
  key_id text references api_keys,
  day_micros_max bigint check (day_micros_max > 0),
  created_at timestamptz not null,
  constraint verification_widgets_check check ((kind = 'OWN_SITE') or (key_id is not null))
);
create index verification_widgets_of_company on verification_widgets (company_id, created_at);
alter table verification_widgets enable row level security;
alter table verification_widgets force row level security;
create policy of_partner on verification_widgets
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- One code, as a keyed hash. The number is not stored.
create table verifications (
  id uuid primary key,
  company_id integer not null references companies,
  profile_id text not null references verification_profiles,
  message_uuid uuid not null,
  prefix text not null,
  day date not null,
  code_mac text not null,
  checks smallint not null default 0,
  checks_max smallint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- The number as a keyed hash, for its wrong checks, and the number of digits of the code.
  number_mac text,
  code_length smallint
);
create index verifications_by_end on verifications (expires_at);
alter table verifications enable row level security;
alter table verifications force row level security;
create policy of_partner on verifications
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- One try of one visitor of a site. Only the browser knows the key; the destination is deleted after use.
create table widget_sessions (
  key_digest bytea primary key,
  company_id integer not null references companies,
  widget_id text not null references verification_widgets,
  channel_type text not null,
  destination text,
  verification_id uuid,
  error_code smallint,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index widget_sessions_by_end on widget_sessions (expires_at);
create index widget_sessions_waiting on widget_sessions (company_id, created_at)
  where verification_id is null;
alter table widget_sessions enable row level security;
alter table widget_sessions force row level security;
create policy of_partner on widget_sessions
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Recent sends per number, address and prefix; numbers and addresses are keyed hashes.
create table verification_rates (
  profile_id text not null references verification_profiles,
  kind text not null check (kind in ('number', 'address', 'prefix')),
  subject text not null,
  company_id integer not null references companies,
  times timestamptz[] not null,
  kept_until timestamptz not null,
  primary key (profile_id, kind, subject)
);
create index verification_rates_by_end on verification_rates (kept_until);
alter table verification_rates enable row level security;
alter table verification_rates force row level security;
create policy of_partner on verification_rates
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Codes sent and entered per prefix and day.
create table verification_prefixes (
  profile_id text not null references verification_profiles,
  prefix text not null,
  day date not null,
  company_id integer not null references companies,
  sent integer not null,
  entered integer not null default 0,
  stopped_at timestamptz,
  -- The last sign of pumping. It refuses nothing, so stopped_at is no longer written.
  suspected_at timestamptz,
  primary key (profile_id, prefix, day)
);
create index verification_prefixes_by_day on verification_prefixes (day);
alter table verification_prefixes enable row level security;
alter table verification_prefixes force row level security;
create policy of_partner on verification_prefixes
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Wrong codes per number, company and day. The number is a keyed hash, as in verification_rates.
create table verification_wrongs (
  company_id integer not null references companies,
  number_mac text not null,
  day date not null,
  wrong integer not null,
  primary key (company_id, number_mac, day)
);
create index verification_wrongs_by_day on verification_wrongs (day);
alter table verification_wrongs enable row level security;
alter table verification_wrongs force row level security;
create policy of_partner on verification_wrongs
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- The most that codes of a profile or a widget cost per day.
create table verification_days (
  subject text not null,
  day date not null,
  company_id integer not null references companies,
  sends integer not null,
  spent_micros bigint not null,
  stopped_at timestamptz,
  primary key (subject, day)
);
create index verification_days_by_day on verification_days (day);
alter table verification_days enable row level security;
alter table verification_days force row level security;
create policy of_partner on verification_days
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Whether the subscriber of a flash call entered the right digits, as the account reports.
create table flashcall_conversions (
  message_uuid uuid primary key,
  company_id integer not null references companies,
  result text not null check (result in ('NUMBER_VERIFIED', 'WRONG_CODE')),
  code_matches boolean,
  reported_at timestamptz not null
);
create index flashcall_conversions_by_age on flashcall_conversions (reported_at);
alter table flashcall_conversions enable row level security;
alter table flashcall_conversions force row level security;
create policy of_partner on flashcall_conversions
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
