-- Alerts to people on duty: open alerts and their history, silences, contacts and the notices to them.

-- One row. leader: the sweeper that decides about alerts, while its lease lasts (real time). inbox_oldest_id: the oldest
-- entry of event_inbox in the last round. noticed_at: the last group of notices.
create table duty_state (
  id smallint primary key default 1,
  leader uuid,
  lease_until timestamptz,
  inbox_oldest_id bigint,
  noticed_at timestamptz,
  constraint duty_state_single check (id = 1)
);
insert into duty_state default values;

-- last_seen_at: the last round in which the condition held. notified_at: the last notice; null: not announced.
-- resolved_at: null while the alert is open.
create table duty_alerts (
  id bigint primary key generated always as identity,
  key text not null,
  rule text not null,
  subject text not null,
  severity text not null,
  facts jsonb not null,
  since timestamptz not null,
  last_seen_at timestamptz not null,
  notified_at timestamptz,
  resolved_at timestamptz,
  constraint duty_alerts_severity check (severity in ('CRITICAL', 'WARNING'))
) with (fillfactor = 50);
create unique index duty_alerts_open on duty_alerts (key) where resolved_at is null;
create index duty_alerts_history on duty_alerts (resolved_at) where resolved_at is not null;

-- pattern: the key of an alert, or several with stars.
create table duty_silences (
  id integer primary key generated always as identity,
  pattern text not null,
  reason text not null,
  staff_id integer not null references staff,
  created_at timestamptz not null,
  until_at timestamptz not null
);
create index duty_silences_by_end on duty_silences (until_at);

-- address: chat, e-mail address or URL. secret_sealed: token of the bot or signing secret of the webhook. failing_since,
-- last_error: of the notices since the last that was sent.
create table duty_contacts (
  id integer primary key generated always as identity,
  name text not null,
  kind text not null,
  address text not null,
  secret_sealed text,
  severities text[] not null,
  language text not null,
  enabled boolean not null default true,
  created_at timestamptz not null,
  last_sent_at timestamptz,
  failing_since timestamptz,
  last_error text,
  constraint duty_contacts_kind check (kind in ('TELEGRAM', 'EMAIL', 'WEBHOOK')),
  constraint duty_contacts_severities check (severities <@ array['CRITICAL', 'WARNING']),
  constraint duty_contacts_language check (language in ('en', 'ru')),
  constraint duty_contacts_secret check ((kind = 'EMAIL') = (secret_sealed is null))
);

-- A group of alerts for one contact. The id is the idempotency key of every attempt. claimed_until: in real time, while a
-- sweeper sends it. ended_at: sent, or given up if `sent` is false.
create table duty_notices (
  id uuid primary key,
  contact_id integer not null references duty_contacts on delete cascade,
  content jsonb not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  claimed_until timestamptz,
  ended_at timestamptz,
  sent boolean not null default false
);
create index duty_notices_due on duty_notices (next_try_at) where ended_at is null;
create index duty_notices_of_contact on duty_notices (contact_id);
create index duty_notices_ended on duty_notices (ended_at) where ended_at is not null;
