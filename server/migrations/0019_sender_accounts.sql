-- Accounts of sender names at providers of channels, and settings of links.

-- Settings that only the protocol of the link knows.
alter table operator_links
  add column settings jsonb not null default '{}';

-- settings: shown members of the account; secrets_sealed: the others. paused_until, problem: set by the connector when
-- the provider throttles or refuses the account; both hold the messages of the name. version: new with every change of
-- the credentials, and never used twice, so that an answer to earlier credentials does not touch later ones.
create table sender_accounts (
  sender_id integer primary key references senders,
  company_id integer not null references companies,
  link_id integer not null references operator_links,
  settings jsonb not null,
  secrets_sealed text not null,
  paused_until timestamptz,
  problem text,
  problem_at timestamptz,
  version integer not null generated always as identity,
  changed_at timestamptz not null
);
create index sender_accounts_of_company on sender_accounts (company_id);
alter table sender_accounts enable row level security;
alter table sender_accounts force row level security;
create policy of_partner on sender_accounts
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
