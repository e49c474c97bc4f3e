-- Months, ledger, volumes, wallets.

create function refuse_changing_closed_month() returns trigger language plpgsql as $$
begin
  raise exception 'month % of company % is closed', old.month, old.company_id;
end $$;

-- One row per calendar month of a company, created at first use: a new month starts at zero without a reset.
create table company_months (
  company_id integer not null references companies,
  month date not null,
  reserved_micros bigint not null default 0 check (reserved_micros >= 0),
  spent_micros bigint not null default 0 check (spent_micros >= 0),
  -- A month closes when its messages are final, at the latest three days after its end, and never changes again. A
  -- later change is a ledger row of the current month that names the closed month and, if it concerns one, the
  -- message. It does not use the budget: `late_micros` sums such rows.
  closed_at timestamptz,
  late_micros bigint not null default 0,
  primary key (company_id, month)
);
create index company_months_open on company_months (month) where closed_at is null;
alter table company_months enable row level security;
alter table company_months force row level security;
create policy of_partner on company_months
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
create trigger closed_months_stay before delete or update on company_months
  for each row when ((old.closed_at is not null)) execute function refuse_changing_closed_month();

-- Every movement of money. A dispatch reserves once. Each settlement releases the reserve of messages that became
-- final and spends their price.
create table ledger (
  id bigint primary key generated always as identity,
  company_id integer not null,
  month date not null,
  dispatch_id integer,
  kind text not null,
  messages integer not null,
  reserved_micros bigint not null,
  spent_micros bigint not null,
  budget_micros bigint,
  committed_micros bigint,
  created_at timestamptz not null,
  -- packages_micros: the part of reserved_micros that is for packages. Corrections name a reason and a person.
  packages_micros bigint not null default 0,
  reason text,
  person text,
  late_of date,
  message_id uuid,
  constraint ledger_correction check (((kind <> 'correct') or ((reason is not null) and (person is not null)))),
  constraint ledger_kind check ((kind in ('reserve', 'settle', 'package', 'correct', 'turn'))),
  constraint ledger_spent check (((spent_micros >= 0) or (kind = 'correct')))
);
create index ledger_of_dispatch on ledger (dispatch_id);
create index ledger_of_month on ledger (company_id, month);
create index ledger_late on ledger (company_id, late_of) where late_of is not null;
alter table ledger enable row level security;
alter table ledger force row level security;
create policy of_partner on ledger
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
create trigger ledger_stays before delete or update or truncate on ledger
  for each statement execute function refuse_rewriting();

-- Messages (SCALED) or distinct recipients (MAU) handed over, by the month that paid for them.
create table volume_counters (
  company_id integer not null,
  brand smallint not null,
  month date not null,
  model text not null check (model in ('SCALED', 'MAU')),
  count integer not null default 0 check (count >= 0),
  primary key (company_id, brand, month, model)
) with (fillfactor = 50);
alter table volume_counters enable row level security;
alter table volume_counters force row level security;
create policy of_partner on volume_counters
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- The reserve for packages that may still open: those between the counter and the counter plus all messages that wait
-- for hand-over.
create table package_reserves (
  company_id integer not null,
  brand smallint not null,
  month date not null,
  tariff_id integer not null,
  waiting integer not null default 0 check (waiting >= 0),
  reserved_micros bigint not null default 0 check (reserved_micros >= 0),
  primary key (company_id, brand, month, tariff_id)
) with (fillfactor = 50);
alter table package_reserves enable row level security;
alter table package_reserves force row level security;
create policy of_partner on package_reserves
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

create table mau_recipients (
  company_id integer not null,
  month date not null,
  brand smallint not null,
  destination bigint not null,
  primary key (company_id, month, brand, destination)
);
alter table mau_recipients enable row level security;
alter table mau_recipients force row level security;
create policy of_partner on mau_recipients
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Prepaid money of a company: the free part, and the part reserved for messages that are not final.
create table wallets (
  company_id integer not null references companies,
  currency text not null,
  balance_micros bigint not null default 0 check (balance_micros >= 0),
  reserved_micros bigint not null default 0 check (reserved_micros >= 0),
  primary key (company_id, currency)
);
alter table wallets enable row level security;
alter table wallets force row level security;
create policy of_partner on wallets
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

create table wallet_entries (
  id bigint primary key generated always as identity,
  company_id integer not null,
  currency text not null,
  kind text not null check (kind in ('top-up', 'correct', 'reserve', 'settle')),
  balance_micros bigint not null,
  reserved_micros bigint not null default 0,
  dispatch_id integer,
  reason text,
  person text,
  created_at timestamptz not null,
  constraint wallet_entries_check check ((kind in ('reserve', 'settle')) or ((reason is not null) and (person is not null))),
  constraint wallet_entries_company_id_currency_fkey foreign key (company_id, currency) references wallets(company_id, currency)
);
create index wallet_entries_of_wallet on wallet_entries (company_id, currency, id);
alter table wallet_entries enable row level security;
alter table wallet_entries force row level security;
create policy of_partner on wallet_entries
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
create trigger wallet_entries_stay before delete or update or truncate on wallet_entries
  for each statement execute function refuse_rewriting();

-- Companies with high spend on one foreign country in one day (Europe/Moscow), computed from the upper bounds of
-- strands.
create table spend_alarms (
  company_id integer not null references companies,
  country text not null,
  day date not null,
  raised_at timestamptz not null,
  spent_micros bigint not null,
  threshold_micros bigint not null,
  primary key (company_id, country, day)
);
create index spend_alarms_by_time on spend_alarms (raised_at);
alter table spend_alarms enable row level security;
alter table spend_alarms force row level security;
create policy of_partner on spend_alarms
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
