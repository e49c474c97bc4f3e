-- Events of bots: whether providers report them, and invites by which people link their numbers.

-- events_checked_at: the last check of the subscription, or null. events_problem: why the provider does not report events
-- of the account, in words for people; it holds no messages.
alter table sender_accounts
  add column events_checked_at timestamptz,
  add column events_problem text;

-- An invite links its number with the person who first starts the bot by it, and is deleted then. token_digest: SHA-256 of
-- the token, which is not stored. No foreign keys, as for subscribers.
create table subscriber_invites (
  address_book_id integer not null,
  company_id integer not null,
  destination bigint not null,
  token_digest bytea not null unique,
  expires_at timestamptz not null,
  primary key (address_book_id, destination)
);
create index subscriber_invites_by_number on subscriber_invites (destination);
create index subscriber_invites_by_end on subscriber_invites (expires_at);
alter table subscriber_invites enable row level security;
alter table subscriber_invites force row level security;
create policy of_partner on subscriber_invites
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
