-- What developers of a partner look at: where keys are used, what was asked of the APIs, what callbacks were answered.

-- last_four are the last characters of the value that is in force; null for values made before they were kept.
alter table api_keys add column last_four text;
alter table api_keys add column last_used_address text;
alter table api_keys add column last_used_route text;

-- One row a request under a key of the messaging API or a token of the partner API. Neither bodies nor queries:
-- texts and numbers of subscribers are in those.
create table request_log (
  at timestamptz not null,
  request_id uuid not null,
  partner_id integer not null,
  company_id integer,
  key_id text,
  method text not null,
  route text not null,
  status smallint not null,
  error_code integer,
  ms integer not null,
  address text not null
) partition by range (at);
create index request_log_of_partner on request_log (partner_id, at);
create index request_log_by_id on request_log (request_id);

alter table request_log enable row level security;
alter table request_log force row level security;
create policy of_partner on request_log
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

-- Attempts get a name of their own, and what one needs to tell why a receiver refused: which events, how answered.
-- Rows from before have none of these and live for a week.
create sequence callback_attempt_ids;
alter table callback_attempts add column id bigint;
alter sequence callback_attempt_ids owned by callback_attempts.id;
alter table callback_attempts alter column id set default nextval('callback_attempt_ids');
alter table callback_attempts add column numbers int8multirange;
alter table callback_attempts add column kinds text;
alter table callback_attempts add column message_uuid uuid;
alter table callback_attempts add column webhook_id text;
alter table callback_attempts add column response text;
create index callback_attempts_by_id on callback_attempts (id);
create index callback_attempts_of_company on callback_attempts (company_id, at);

-- Events that somebody asked for once more. Endpoints get them out of callback_ranges; whoever listens to the feed
-- reads them here, by id.
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
