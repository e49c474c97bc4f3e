-- Callback targets, the event feed, deliveries.

create sequence callback_attempt_ids;

create table callback_endpoints (
  id integer primary key generated always as identity,
  company_id integer not null references companies,
  url text not null,
  credentials_sealed text,
  identity_digest text not null,
  failing_since timestamptz,
  probe_at timestamptz,
  owner uuid,
  lease_until timestamptz,
  given_up bigint not null default 0,
  -- PARTNER: one object per request. MESSAGING: an array of events of the feed. One URL may serve both.
  form text not null default 'PARTNER',
  constraint callback_endpoints_form check ((form in ('PARTNER', 'MESSAGING'))),
  unique (company_id, identity_digest)
);
alter table callback_endpoints enable row level security;
alter table callback_endpoints force row level security;
create policy of_partner on callback_endpoints
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

create table callback_batches (
  id bigint primary key generated always as identity,
  endpoint_id integer not null references callback_endpoints,
  dispatch_id integer not null,
  count integer not null,
  events text not null,
  attempts smallint not null default 0,
  first_try_at timestamptz,
  next_try_at timestamptz not null
);
create index callback_batches_of_endpoint on callback_batches (endpoint_id, attempts, id);
create index callback_batches_due on callback_batches (next_try_at);

-- Recorded events without a number. Rows are short-lived, so the table is vacuumed often.
create table event_inbox (
  id bigint primary key generated always as identity,
  company_id integer not null references companies,
  endpoint_id integer references callback_endpoints,
  wanted text[] not null,
  count integer not null check (count > 0),
  wanted_count integer not null,
  events text not null,
  constraint event_inbox_check check ((wanted_count >= 0) and (wanted_count <= count))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
alter table event_inbox enable row level security;
alter table event_inbox force row level security;
create policy of_partner on event_inbox
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

create table event_sequences (
  company_id integer primary key references companies,
  last_number bigint not null
) with (fillfactor = 50);
alter table event_sequences enable row level security;
alter table event_sequences force row level security;
create policy of_partner on event_sequences
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- The feed. A row holds `count` events, one per line, numbered from first_number without gaps.
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
alter table event_batches enable row level security;
alter table event_batches force row level security;
create policy of_partner on event_batches
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Events that a callback target has yet to get: all events for it with numbers in the ranges. The events stay in the
-- feed, so a row stays small. next_try_at null: given up.
create table callback_ranges (
  id bigint primary key generated always as identity,
  endpoint_id integer not null references callback_endpoints,
  numbers int8multirange not null,
  count integer not null,
  attempts smallint not null default 0,
  first_try_at timestamptz,
  next_try_at timestamptz,
  given_up_at timestamptz,
  constraint callback_ranges_check check ((next_try_at is null) = (given_up_at is not null))
);
create index callback_ranges_due on callback_ranges (next_try_at) where next_try_at is not null;
create index callback_ranges_of_endpoint on callback_ranges (endpoint_id, attempts, id)
  where next_try_at is not null;
create index callback_ranges_given_up on callback_ranges (endpoint_id, given_up_at)
  where given_up_at is not null;

-- The log of requests to callback targets. Partner callbacks, one event each, are summed up by result.
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
  ms integer not null,
  -- The id of the attempt, the events it carried and the answer.
  id bigint default nextval('callback_attempt_ids'),
  numbers int8multirange,
  kinds text,
  message_uuid uuid,
  webhook_id text,
  response text
) partition by range (at);
create index callback_attempts_of_endpoint on callback_attempts (endpoint_id, at);
create index callback_attempts_by_id on callback_attempts (id);
create index callback_attempts_of_company on callback_attempts (company_id, at);
alter table callback_attempts enable row level security;
alter table callback_attempts force row level security;
create policy of_partner on callback_attempts
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
alter sequence callback_attempt_ids owned by callback_attempts.id;

-- Signing secrets of callbacks. After a change the old secret signs beside the new one until it ends.
create table callback_secrets (
  id integer primary key generated always as identity,
  company_id integer not null references companies,
  secret_sealed text not null,
  created_at timestamptz not null,
  ends_at timestamptz
);
create index callback_secrets_of_company on callback_secrets (company_id, id);
alter table callback_secrets enable row level security;
alter table callback_secrets force row level security;
create policy of_partner on callback_secrets
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Events to be called back again on request. Targets get them from callback_ranges; readers of the feed find them
-- here, by id.
create table callback_replays (
  id bigint primary key generated always as identity,
  company_id integer not null references companies,
  numbers int8multirange not null,
  at timestamptz not null
);
create index callback_replays_of_company on callback_replays (company_id, id);
create index callback_replays_by_age on callback_replays (at);
alter table callback_replays enable row level security;
alter table callback_replays force row level security;
create policy of_partner on callback_replays
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
