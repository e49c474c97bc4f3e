-- Events of messages of the messaging API: recorded with what made them happen, numbered after that is
-- committed, then read by number and called back.

-- PARTNER: one object a request. MESSAGING: an array of events of the feed. One address may serve both.
alter table callback_endpoints add column form text not null default 'PARTNER';
alter table callback_endpoints
  add constraint callback_endpoints_form check (form in ('PARTNER', 'MESSAGING')) not valid;

-- Recorded and not numbered yet. A row lives for a moment, so its dead versions are swept often.
create table event_inbox (
  id bigint primary key generated always as identity,
  company_id integer not null references companies,
  endpoint_id integer references callback_endpoints,
  wanted text[] not null,
  count integer not null check (count > 0),
  wanted_count integer not null check (wanted_count between 0 and count),
  events text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create table event_sequences (
  company_id integer primary key references companies,
  last_number bigint not null
) with (fillfactor = 50);

-- The feed. A row holds count events, one a line, numbered from first_number on without a gap.
create table event_batches (
  company_id integer not null,
  first_number bigint not null,
  count integer not null,
  endpoint_id integer,
  wanted text[] not null,
  wanted_count integer not null,
  events text not null,
  created_at timestamptz not null,
  primary key (company_id, first_number, created_at)
) partition by range (created_at);

-- What an endpoint has yet to get: all events meant for it whose numbers lie in the ranges. The events stay in the
-- feed, so a row is small however many wait. Without next_try_at it has been given up.
create table callback_ranges (
  id bigint primary key generated always as identity,
  endpoint_id integer not null references callback_endpoints,
  numbers int8multirange not null,
  count integer not null,
  attempts smallint not null default 0,
  first_try_at timestamptz,
  next_try_at timestamptz,
  given_up_at timestamptz,
  check ((next_try_at is null) = (given_up_at is not null))
);
create index callback_ranges_due on callback_ranges (next_try_at) where next_try_at is not null;
create index callback_ranges_of_endpoint on callback_ranges (endpoint_id, attempts, id) where next_try_at is not null;
create index callback_ranges_given_up on callback_ranges (endpoint_id, given_up_at) where given_up_at is not null;

-- The log of requests to endpoints. Partner callbacks, one event each, are added up by their result.
create table callback_attempts (
  endpoint_id integer not null,
  company_id integer not null,
  at timestamptz not null,
  attempt smallint not null,
  events integer not null,
  first_number bigint,
  last_number bigint,
  status smallint,
  error text,
  ms integer not null
) partition by range (at);
create index callback_attempts_of_endpoint on callback_attempts (endpoint_id, at);

-- What callbacks are signed with. After a change the old secret signs beside the new one until it ends.
create table callback_secrets (
  id integer primary key generated always as identity,
  company_id integer not null references companies,
  secret_sealed text not null,
  created_at timestamptz not null,
  ends_at timestamptz
);
create index callback_secrets_of_company on callback_secrets (company_id, id);

alter table event_inbox enable row level security;
alter table event_inbox force row level security;
create policy of_partner on event_inbox
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table event_sequences enable row level security;
alter table event_sequences force row level security;
create policy of_partner on event_sequences
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table event_batches enable row level security;
alter table event_batches force row level security;
create policy of_partner on event_batches
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table callback_attempts enable row level security;
alter table callback_attempts force row level security;
create policy of_partner on callback_attempts
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table callback_secrets enable row level security;
alter table callback_secrets force row level security;
create policy of_partner on callback_secrets
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
