-- Inbound messages and short links.

-- A rule without sender names applies to all inbound messages of its company.
create table inbound_rules (
  id integer primary key generated always as identity,
  company_id integer not null references companies,
  traffic_center_id integer not null references traffic_centers,
  callback_endpoint_id integer references callback_endpoints,
  sender_names text[] not null default '{}'::text[],
  created_at timestamptz not null
);
create index inbound_rules_of_company on inbound_rules (company_id, id);
alter table inbound_rules enable row level security;
alter table inbound_rules force row level security;
create policy of_partner on inbound_rules
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- One row per message, however often the provider repeats it. destination is the subscriber. A removed text is null,
-- with its content.
create table inbound_messages (
  id uuid primary key,
  company_id integer not null references companies,
  link_id integer not null,
  provider_message_id text not null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  channel_type text not null,
  traffic_center_id integer not null references traffic_centers,
  sender_name text not null,
  destination bigint not null,
  text text,
  special_content jsonb,
  unique (link_id, provider_message_id)
);
create index inbound_messages_of_company on inbound_messages (company_id, id);
create index inbound_messages_of_number on inbound_messages (destination);
alter table inbound_messages enable row level security;
alter table inbound_messages force row level security;
create policy of_partner on inbound_messages
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- When a subscriber last wrote to a name: the company may reply without a template for a day.
create table inbound_windows (
  company_id integer not null references companies,
  sender_name text not null,
  destination bigint not null,
  last_inbound_at timestamptz not null,
  primary key (company_id, sender_name, destination)
);
create index inbound_windows_by_age on inbound_windows (last_inbound_at);
alter table inbound_windows enable row level security;
alter table inbound_windows force row level security;
create policy of_partner on inbound_windows
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- One row per message and URL. Codes are random and only looked up by code. Rows live twice as long as their links, so
-- that an expired link differs from an unknown one.
create table short_links (
  code text collate "C" primary key,
  company_id integer not null,
  message_id uuid not null,
  url text not null,
  created_at timestamptz not null,
  is_off boolean not null default false
);
create index short_links_by_age on short_links using brin (created_at);
create index short_links_of_message on short_links (message_id);
alter table short_links enable row level security;
alter table short_links force row level security;
create policy of_partner on short_links
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Every GET of a short link, in daily partitions. The address is a keyed hash. Only a person's click becomes an event;
-- the other verdicts give the reason.
create table link_clicks (
  at timestamptz not null,
  code text collate "C" not null,
  company_id integer not null,
  address_hash bytea not null,
  agent_class text not null,
  verdict text not null,
  constraint link_clicks_agent_class check (agent_class in ('mobile', 'desktop', 'robot')),
  constraint link_clicks_verdict check (verdict in ('human', 'robot', 'prefetch', 'early', 'many', 'repeat'))
) partition by range (at);
create index link_clicks_of_address on link_clicks (address_hash, at);
create index link_clicks_of_code on link_clicks (code, at);
alter table link_clicks enable row level security;
alter table link_clicks force row level security;
create policy of_partner on link_clicks
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
