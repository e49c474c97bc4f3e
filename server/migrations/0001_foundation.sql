-- Reference data, partners, companies, senders: what a dispatch is made from.

create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  offset_seconds bigint not null default 0
);
insert into sandbox_clock default values;

-- Business time. Zero offset everywhere but in a sandbox, where the clock can be moved for every role at once.
create function business_now() returns timestamptz language sql stable as
  'select now() + offset_seconds * interval ''1 second'' from sandbox_clock';

create table reference_loads (
  name text primary key,
  digest text not null,
  loaded_at timestamptz not null default now()
);

create table countries (
  id integer primary key,
  code text not null unique,
  name text not null
);

create table message_errors (
  code integer primary key,
  meaning text not null
);

create table number_ranges (
  number_from bigint primary key,
  number_to bigint not null check (number_to >= number_from),
  brand smallint not null,
  host_brand smallint not null,
  kind text not null,
  inn text not null,
  region text not null,
  timezone text not null
);

create table ported_numbers (
  destination bigint primary key,
  brand smallint not null
);

create table tariffs (
  id integer primary key,
  sender_type text not null check (sender_type in ('COMMON', 'START', 'PRO')),
  brand text,
  traffic_type text check (traffic_type in ('PROMO', 'SERVICE', 'TRANSACT', 'AUTHORIZE')),
  pricing_model text not null check (pricing_model in ('FIXED', 'SCALED', 'MAU')),
  currency text not null
);

create table tariff_prices (
  tariff_id integer not null references tariffs,
  count_from bigint not null check (count_from >= 0),
  price_micros bigint not null check (price_micros >= 0),
  price_mau_batch_micros bigint check (price_mau_batch_micros >= 0),
  primary key (tariff_id, count_from)
);

create table sender_fees (
  brand text primary key,
  value_micros bigint not null check (value_micros >= 0),
  currency text not null
);

create table partners (
  id integer primary key generated always as identity,
  login text not null unique,
  password_hash text not null,
  token_version integer not null default 1,
  currency text not null default 'RUB',
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null
);

create table partner_tokens (
  public_id text primary key,
  partner_id integer not null references partners,
  digest bytea not null,
  token_version integer not null,
  expires_at timestamptz,
  created_at timestamptz not null
);
create index partner_tokens_of_partner on partner_tokens (partner_id);

create table companies (
  id integer primary key generated always as identity,
  partner_id integer not null references partners,
  name text not null,
  counteragent_type text not null check (counteragent_type in ('LEGAL', 'INDIVIDUAL')),
  counteragent_name text not null,
  counteragent_inn text not null,
  counteragent_address text,
  counteragent_kpp text,
  actual_address text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  budget_micros bigint check (budget_micros >= 0),
  routing text not null default 'fallback' check (routing in ('fallback', 'strict')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index companies_of_partner on companies (partner_id, id);

-- One row per calendar month of a company, made at first use: a new month starts at zero without any reset.
create table company_months (
  company_id integer not null references companies,
  month date not null,
  reserved_micros bigint not null default 0 check (reserved_micros >= 0),
  spent_micros bigint not null default 0 check (spent_micros >= 0),
  primary key (company_id, month)
);

create table senders (
  id integer primary key generated always as identity,
  company_id integer not null references companies,
  sender_name text not null,
  channel_type text not null,
  common_type text not null,
  brand text not null,
  country_id integer not null default 1 references countries,
  date_from timestamptz not null,
  date_to timestamptz,
  status text not null default 'DRAFT',
  suspended boolean not null default false,
  suspend_reason text,
  fee_micros bigint,
  manager_comment text,
  rejected_at timestamptz,
  description text,
  document_ids uuid[] not null default '{}',
  created_at timestamptz not null
);
create index senders_of_company on senders (company_id, id);
create unique index senders_live_names on senders (company_id, channel_type, brand, sender_name)
  where status not in ('REJECTED', 'DENIED', 'CLOSED');
