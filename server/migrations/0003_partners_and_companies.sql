-- Partners, their companies and keys.

-- Every company has a default center from the transaction that creates it.
create function give_default_center() returns trigger language plpgsql as $$ begin
    insert into traffic_centers (company_id, name, is_default, created_at) values (new.id, 'Default', true, new.created_at);
    return null;
  end $$;

create table partners (
  id integer primary key generated always as identity,
  login text not null unique,
  password_hash text not null,
  token_version integer not null default 1,
  currency text not null default 'RUB',
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null,
  -- Prices that the partner's own list lacks come from the default list.
  price_list_id integer not null default 1,
  allowed_countries text[],
  constraint partners_price_list foreign key (price_list_id) references price_lists(id)
);
alter table partners enable row level security;
alter table partners force row level security;
create policy of_partner on partners
  using (( select tenant_is_system()) or (id = ( select tenant_partner())));

create table partner_tokens (
  public_id text primary key,
  partner_id integer not null references partners,
  digest bytea not null,
  token_version integer not null,
  expires_at timestamptz,
  created_at timestamptz not null
);
create index partner_tokens_of_partner on partner_tokens (partner_id);
alter table partner_tokens enable row level security;
alter table partner_tokens force row level security;
create policy of_partner on partner_tokens
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

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
  updated_at timestamptz not null,
  -- Texts of dispatches that ended more than this many days ago are removed; null keeps them.
  text_retention_days integer,
  -- Staff must enable inbound messages for the company.
  inbound_enabled boolean not null default false,
  -- Callback receivers must present a trusted certificate. Staff may switch the check off for a company whose receiver
  -- has a self-signed one.
  callback_tls_checked boolean not null default true,
  -- Countries the company may send to. Null: those of its partner; if these are null too, those of the installation.
  allowed_countries text[],
  constraint companies_text_retention_days check ((text_retention_days > 0))
);
create index companies_of_partner on companies (partner_id, id);
alter table companies enable row level security;
alter table companies force row level security;
create policy of_partner on companies
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));
create trigger companies_have_a_center after insert on companies
  for each row execute function give_default_center();

create table traffic_centers (
  id integer primary key generated always as identity,
  company_id integer not null references companies,
  name text not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  unique (company_id, name)
);
create unique index traffic_centers_default on traffic_centers (company_id) where is_default;
alter table traffic_centers enable row level security;
alter table traffic_centers force row level security;
create policy of_partner on traffic_centers
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- A key is the Base64 form of `key_id:password`. Only digests are stored, those of superseded passwords too, so that a
-- reissued key gets its own refusal.
create table api_keys (
  key_id text primary key,
  company_id integer not null references companies,
  traffic_center_id integer,
  name text not null,
  type text not null check (type in ('MESSAGES', 'SYSTEM', 'VERIFIER', 'VERIFIER_BUILDER')),
  digest bytea not null,
  superseded_digests bytea[] not null default '{}'::bytea[],
  allowed_addresses cidr[] not null default '{}'::cidr[],
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- The last four characters of the current value.
  last_four text,
  last_used_address text,
  last_used_route text,
  constraint api_keys_traffic_center foreign key (traffic_center_id) references traffic_centers(id)
);
create index api_keys_of_company on api_keys (company_id, created_at);
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy of_partner on api_keys
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Without a row a feature is on. The row of a company takes precedence over the general row (company_id null).
create table feature_switches (
  id integer primary key generated always as identity,
  name text not null,
  company_id integer references companies,
  is_on boolean not null,
  changed_at timestamptz not null
);
create unique index feature_switches_of_all on feature_switches (name) where company_id is null;
create unique index feature_switches_of_company on feature_switches (name, company_id)
  where company_id is not null;
alter table feature_switches enable row level security;
alter table feature_switches force row level security;
create policy of_partner on feature_switches
  using (( select tenant_is_system()) or (company_id is null) or (exists ( select from companies c where ((c.id = feature_switches.company_id) and (c.partner_id = ( select tenant_partner()))))));

-- Addresses from which a login has signed in: its next sign-in from there has its own limit. IPv6 addresses are cut to
-- 64 bits. Rows expire after 30 days; a login has at most 20.
create table known_sign_ins (
  login text not null,
  address text not null,
  at timestamptz not null,
  primary key (login, address)
);
create index known_sign_ins_by_age on known_sign_ins (at);

-- One row per request under a key of the messaging API or a token of the partner API. Bodies and queries are not
-- stored, because they hold texts and numbers of subscribers.
create table request_log (
  at timestamptz not null,
  request_id uuid not null,
  partner_id integer not null,
  company_id integer,
  key_id text,
  method text not null,
  route text not null,
  status smallint not null,
  error_code integer,
  ms integer not null,
  address text not null,
  -- Undeclared members and parameters, as named in X-Warnings. Names only, at most a few.
  warnings text check (length(warnings) <= 1000)
) partition by range (at);
create index request_log_of_partner on request_log (partner_id, at);
create index request_log_by_id on request_log (request_id);
alter table request_log enable row level security;
alter table request_log force row level security;
create policy of_partner on request_log
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

-- The answer of a change under the caller's Idempotency-Key, written by the transaction of the change. The route holds
-- the ids of its path, so one key may serve two dispatches.
create table idempotency_keys (
  partner_id integer not null,
  route text not null,
  key text not null,
  body_digest bytea not null,
  status smallint not null,
  reply text not null,
  created_at timestamptz not null,
  primary key (partner_id, route, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy of_partner on idempotency_keys
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));
