-- The verifier: several messages per code, callback events, languages, cancellation.

-- channels: [{channelType, senderName, text, texts, waitSeconds}]. fallback: whether further channels follow.
-- callback_url: for display, without its password. bind_to_site: SMS of a widget end with the line `@site #code`.
alter table verification_profiles
  add column fallback text not null default 'NONE',
  add column callback_endpoint_id integer,
  add column callback_url text,
  add column language text,
  add column bind_to_site boolean not null default false;

-- site_host: the site of the widget's session. expired_at: when the event `expired` was recorded. The callback target,
-- the client's own id and the price are those of the messages.
alter table verifications
  add column language text,
  add column site_host text,
  add column widget_id text,
  add column cancelled_at timestamptz,
  add column expired_at timestamptz;
create index verifications_open on verifications (expires_at)
  where confirmed_at is null and cancelled_at is null and expired_at is null;

-- Every message of a code; position 0 is the first. code_mac: a flash call has digits of its own.
create table verification_messages (
  verification_id uuid not null references verifications on delete cascade,
  position smallint not null,
  company_id integer not null references companies,
  message_uuid uuid not null,
  channel_type text not null,
  code_mac text not null,
  code_length smallint not null,
  created_at timestamptz not null,
  primary key (verification_id, position)
);
alter table verification_messages enable row level security;
alter table verification_messages force row level security;
create policy of_partner on verification_messages
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Of a verification code: its verification, which the events of the message name.
alter table messages add column verification_id uuid;

-- True: the events of the row are those of verifications. Keys of the verifier read only these.
alter table event_inbox add column of_verifications boolean not null default false;
alter table event_batches add column of_verifications boolean not null default false;
create index event_batches_of_verifications on event_batches (company_id, first_number)
  where of_verifications;
