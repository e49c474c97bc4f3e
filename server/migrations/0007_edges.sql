-- The second wall between partners, and the answers kept for requests that are sent again.

-- app.tenant says on whose behalf a transaction runs: a partner's id, or 'system' for workers, staff and
-- commands. A session that says nothing sees no row of any partner.
create function tenant_is_system() returns boolean language sql stable as
  $$ select coalesce(current_setting('app.tenant', true), '') = 'system' $$;
create function tenant_partner() returns integer language sql stable as
  $$ select nullif(nullif(current_setting('app.tenant', true), ''), 'system')::integer $$;

-- The answer of a change under the key its caller chose, written by the transaction of the change itself.
-- The route holds the ids of its path, so one key may serve two dispatches.
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

-- Forced, because the program owns its tables. The sub-selects are evaluated once per statement and not per
-- row, so a worker pays for one comparison.
alter table companies enable row level security;
alter table companies force row level security;
create policy of_partner on companies
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

alter table dispatches enable row level security;
alter table dispatches force row level security;
create policy of_partner on dispatches
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy of_partner on idempotency_keys
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

alter table senders enable row level security;
alter table senders force row level security;
create policy of_partner on senders
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table documents enable row level security;
alter table documents force row level security;
create policy of_partner on documents
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table company_months enable row level security;
alter table company_months force row level security;
create policy of_partner on company_months
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table ledger enable row level security;
alter table ledger force row level security;
create policy of_partner on ledger
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table callback_endpoints enable row level security;
alter table callback_endpoints force row level security;
create policy of_partner on callback_endpoints
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table blacklist enable row level security;
alter table blacklist force row level security;
create policy of_partner on blacklist
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table sender_fee_charges enable row level security;
alter table sender_fee_charges force row level security;
create policy of_partner on sender_fee_charges
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table wallets enable row level security;
alter table wallets force row level security;
create policy of_partner on wallets
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table wallet_entries enable row level security;
alter table wallet_entries force row level security;
create policy of_partner on wallet_entries
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table volume_counters enable row level security;
alter table volume_counters force row level security;
create policy of_partner on volume_counters
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table package_reserves enable row level security;
alter table package_reserves force row level security;
create policy of_partner on package_reserves
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table mau_recipients enable row level security;
alter table mau_recipients force row level security;
create policy of_partner on mau_recipients
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- A switch without a company is everybody's.
alter table feature_switches enable row level security;
alter table feature_switches force row level security;
create policy of_partner on feature_switches
  using ((select tenant_is_system()) or company_id is null
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table partners enable row level security;
alter table partners force row level security;
create policy of_partner on partners
  using ((select tenant_is_system()) or id = (select tenant_partner()));

alter table partner_tokens enable row level security;
alter table partner_tokens force row level security;
create policy of_partner on partner_tokens
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy of_partner on api_keys
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
