-- Short links of messages, and who followed them.

-- One row per message and address. A code is random, so rows of one day lie all over the index; it is looked up by
-- code only. Rows outlive their links by as long again, so that an expired link is told from one that never was.
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

-- Every GET of a link, in daily partitions. The address is a keyed hash. Only a person's click has become an event;
-- the other verdicts say why not.
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
