-- Links name the protocol that their provider speaks; our own protocol over HTTP is VOLLEY_HTTP.

alter table operator_links drop constraint operator_links_protocol;
-- First, so that the links keep their accounts, by which receipts find messages.
update operator_accounts set protocol = 'VOLLEY_HTTP' where protocol = 'HTTP';
update operator_links set protocol = 'VOLLEY_HTTP' where protocol = 'HTTP';
alter table operator_links
  add constraint operator_links_protocol check (protocol = 'SMPP' or url is not null) not valid;
alter table operator_links validate constraint operator_links_protocol;
