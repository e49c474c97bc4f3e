-- Fallback channels of verifications, and their conversion.

-- Messages of verification codes that became final. The transaction that records the status writes the row; the
-- verifier deletes it when it has counted it and moved the plan on.
create table code_outcomes (
  message_id uuid primary key,
  company_id integer not null references companies,
  is_delivered boolean not null,
  recorded_at timestamptz not null
);
create index code_outcomes_by_time on code_outcomes (recorded_at);
alter table code_outcomes enable row level security;
alter table code_outcomes force row level security;
create policy of_partner on code_outcomes
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Verifications with channels left. message_id, position: the present message. channels: those that may follow, in
-- their order. due_at: when the next one follows unless the present message is delivered; brought forward when it
-- fails. A plan lives for the wait of its present channel.
create table verification_plans (
  verification_id uuid primary key references verifications on delete cascade,
  company_id integer not null references companies,
  profile_id text not null references verification_profiles,
  number_mac text not null,
  message_id uuid not null,
  position smallint not null,
  channels text[] not null,
  due_at timestamptz not null
);
create index verification_plans_by_time on verification_plans (due_at);
create index verification_plans_of_message on verification_plans (message_id);
create index verification_plans_of_number on verification_plans (profile_id, number_mac);
alter table verification_plans enable row level security;
alter table verification_plans force row level security;
create policy of_partner on verification_plans
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Facts that the sweeper adds to the two tables below. A send only inserts here, so sends of a profile do not wait for
-- each other's counters.
create table verification_facts (
  id bigint primary key generated always as identity,
  company_id integer not null references companies,
  message_uuid uuid not null,
  kind text not null check (kind in ('sent', 'entered', 'expired'))
);
alter table verification_facts enable row level security;
alter table verification_facts force row level security;
create policy of_partner on verification_facts
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Messages with codes per day of sending (Europe/Moscow). operator: the brand of a Russian number, else the country.
create table verification_conversions (
  profile_id text not null references verification_profiles,
  day date not null,
  channel_type text not null,
  operator text not null,
  company_id integer not null references companies,
  sent integer not null,
  delivered integer not null,
  entered integer not null,
  expired integer not null,
  cost_micros bigint not null,
  primary key (profile_id, day, channel_type, operator)
);
create index verification_conversions_by_day on verification_conversions (day);
create index verification_conversions_of_company on verification_conversions (company_id, day);
alter table verification_conversions enable row level security;
alter table verification_conversions force row level security;
create policy of_partner on verification_conversions
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Figures of the order AUTO: first messages of codes. Every further code to the same operator lowers the weight of the
-- earlier ones.
create table verification_scores (
  profile_id text not null references verification_profiles,
  operator text not null,
  channel_type text not null,
  company_id integer not null references companies,
  sent double precision not null,
  entered double precision not null,
  cost_micros double precision not null,
  counted_at timestamptz not null,
  primary key (profile_id, operator, channel_type)
);
create index verification_scores_by_age on verification_scores (counted_at);
alter table verification_scores enable row level security;
alter table verification_scores force row level security;
create policy of_partner on verification_scores
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
