-- Phone verification: profiles and widgets as staff set them, codes on their way, what the limits count, and what
-- accounts report of their own flash calls.

-- A profile is what the interface calls a gateway. channels: [{channelType, senderName, text}] in order of choice.
-- day_micros_max: what a day (Europe/Moscow) may cost. A prefix is a number without its last four digits; it is
-- stopped for the day when after entered_share_after codes fewer than entered_share_min per cent were entered.
create table verification_profiles (
  id text primary key,
  company_id integer not null references companies,
  name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  code_length smallint not null check (code_length between 4 and 8),
  lifetime_seconds integer not null check (lifetime_seconds between 60 and 3600),
  checks_max smallint not null check (checks_max between 1 and 10),
  resend_pause_seconds integer not null,
  sends_per_number smallint not null,
  sends_per_address smallint not null,
  sends_per_prefix smallint not null,
  countries text[] not null,
  day_micros_max bigint not null check (day_micros_max > 0),
  entered_share_min smallint not null check (entered_share_min between 0 and 100),
  entered_share_after smallint not null check (entered_share_after > 0),
  channels jsonb not null,
  created_at timestamptz not null
);
create index verification_profiles_of_company on verification_profiles (company_id, created_at);

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
  check (kind = 'OWN_SITE' or key_id is not null)
);
create index verification_widgets_of_company on verification_widgets (company_id, created_at);

-- One code. Only a keyed hash of it is here; the number is not.
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
  confirmed_at timestamptz
);
create index verifications_by_end on verifications (expires_at);

-- One try of one visitor of a site. The key is known to the browser only; the destination goes when it was used.
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
create index widget_sessions_waiting on widget_sessions (company_id, created_at) where verification_id is null;

-- When something was done lately to a number, from an address, within a prefix; numbers and addresses as keyed hashes.
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

-- Codes sent and entered per prefix and day. stopped_at: the first send that was refused for it.
create table verification_prefixes (
  profile_id text not null references verification_profiles,
  prefix text not null,
  day date not null,
  company_id integer not null references companies,
  sent integer not null,
  entered integer not null default 0,
  stopped_at timestamptz,
  primary key (profile_id, prefix, day)
);
create index verification_prefixes_by_day on verification_prefixes (day);

-- What codes of a profile or a widget cost at most, per day.
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

-- Whether the subscriber of a flash call gave the right digits, as the account says.
create table flashcall_conversions (
  message_uuid uuid primary key,
  company_id integer not null references companies,
  result text not null check (result in ('NUMBER_VERIFIED', 'WRONG_CODE')),
  code_matches boolean,
  reported_at timestamptz not null
);
create index flashcall_conversions_by_age on flashcall_conversions (reported_at);

alter table verification_profiles enable row level security;
alter table verification_profiles force row level security;
create policy of_partner on verification_profiles
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table verification_widgets enable row level security;
alter table verification_widgets force row level security;
create policy of_partner on verification_widgets
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table verifications enable row level security;
alter table verifications force row level security;
create policy of_partner on verifications
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table widget_sessions enable row level security;
alter table widget_sessions force row level security;
create policy of_partner on widget_sessions
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table verification_rates enable row level security;
alter table verification_rates force row level security;
create policy of_partner on verification_rates
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table verification_prefixes enable row level security;
alter table verification_prefixes force row level security;
create policy of_partner on verification_prefixes
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table verification_days enable row level security;
alter table verification_days force row level security;
create policy of_partner on verification_days
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table flashcall_conversions enable row level security;
alter table flashcall_conversions force row level security;
create policy of_partner on flashcall_conversions
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
