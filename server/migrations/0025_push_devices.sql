-- Devices of apps: tokens of push providers under a sender name of PUSH, linked with phone numbers.

create sequence push_device_recency;

-- A number has up to 10 devices. recency: the device that was uploaded later has the higher one; time does not tell the
-- order of devices of one upload. status: 1 ACTIVE, 3 GONE; STOPPED is a status of bots. provider: 1 FCM, 2 APNS,
-- 3 RUSTORE, 4 HMS, 5 WEB_PUSH. token_digest: SHA-256 of subscriber_id, because an entry of an index has less than 2,704
-- bytes. No foreign keys, as for subscribers.
create table push_devices (
  address_book_id integer not null,
  company_id integer not null,
  destination bigint not null,
  recency bigint not null default nextval('push_device_recency'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  provider smallint not null check (provider between 1 and 5),
  status smallint not null check (status in (1, 3)),
  token_digest bytea not null,
  subscriber_id text collate "C" not null,
  tags text[],
  primary key (address_book_id, token_digest)
);
alter sequence push_device_recency owned by push_devices.recency;
create index push_devices_by_number on push_devices (address_book_id, destination, recency);
-- The order of lists.
create index push_devices_by_status on push_devices (address_book_id, status, token_digest);
alter table push_devices enable row level security;
alter table push_devices force row level security;
create policy of_partner on push_devices
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Devices count in their address book as subscribers do.
create trigger count_added after insert on push_devices
  referencing new table as added
  for each statement execute function count_subscribers();
create trigger count_removed after delete on push_devices
  referencing old table as removed
  for each statement execute function count_subscribers();
create trigger count_moved after update on push_devices
  referencing old table as removed new table as added
  for each statement execute function count_subscribers();
