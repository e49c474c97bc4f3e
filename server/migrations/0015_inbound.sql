-- Messages that subscribers send to a sender name, and where they go.

-- Inbound messages come only after staff have enabled them for the company.
alter table companies add column inbound_enabled boolean not null default false;

-- Whose name it is that somebody wrote to.
create index senders_whatsapp on senders (sender_name) where channel_type = 'WHATSAPP';

-- Without sender names a rule is for all inbound messages of its company.
create table inbound_rules (
  id integer primary key generated always as identity,
  company_id integer not null references companies,
  traffic_center_id integer not null references traffic_centers,
  callback_endpoint_id integer references callback_endpoints,
  sender_names text[] not null default '{}',
  created_at timestamptz not null
);
create index inbound_rules_of_company on inbound_rules (company_id, id);

-- One row a message, however often the provider repeats it. destination is the subscriber; a text that was removed
-- is null, with its content.
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

-- When a subscriber last wrote to a name: for a day after that the company may answer freely.
create table inbound_windows (
  company_id integer not null references companies,
  sender_name text not null,
  destination bigint not null,
  last_inbound_at timestamptz not null,
  primary key (company_id, sender_name, destination)
);
create index inbound_windows_by_age on inbound_windows (last_inbound_at);

alter table inbound_rules enable row level security;
alter table inbound_rules force row level security;
create policy of_partner on inbound_rules
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table inbound_messages enable row level security;
alter table inbound_messages force row level security;
create policy of_partner on inbound_messages
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table inbound_windows enable row level security;
alter table inbound_windows force row level security;
create policy of_partner on inbound_windows
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
