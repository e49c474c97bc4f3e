-- Dispatches of the messaging API: finer counters, a rate, and steps that may follow a message.

-- unsent: failed without having been handed over. sent: handed over at some time, whatever became of it.
alter table dispatches
  add column messages_unsent integer not null default 0,
  add column parts_sent integer not null default 0,
  add column parts_unsent integer not null default 0,
  -- The further steps with their placeholders; every message carries its own, rendered.
  add column cascade jsonb;
create index dispatches_messaging on dispatches (company_id, id) where kind = 'MESSAGING';

-- How fast a dispatch may go. ready_ms is the instant, business time in milliseconds, at which its next message
-- may leave; only the pacer moves it, so a row of its own keeps the pacer away from the dispatch's counters.
create table dispatch_rates (
  dispatch_id integer primary key,
  company_id integer not null references companies,
  rate integer not null check (rate > 0),
  rate_term text not null check (rate_term in ('s', 'm', 'h', 'd')),
  ready_ms double precision not null default 0
);

-- Messages whose next step is to be made. Written by the transaction that ends the message before it, and taken
-- away by the transaction that makes the next. due_at is the next try, since the first.
create table cascade_due (
  message_id uuid primary key,
  company_id integer not null references companies,
  due_at timestamptz not null,
  since timestamptz not null
);
create index cascade_due_by_time on cascade_due (due_at);

alter table dispatch_rates enable row level security;
alter table dispatch_rates force row level security;
create policy of_partner on dispatch_rates
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table cascade_due enable row level security;
alter table cascade_due force row level security;
create policy of_partner on cascade_due
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
