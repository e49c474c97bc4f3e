-- Links to providers that speak HTTP. A link carries one channel; host and port are those of its address.
-- verify_token: what the provider shows when it checks our webhook. sender_names: the provider's number or
-- account of a sender → the sender name here, for what subscribers write back.
alter table operator_links
  add column protocol text not null default 'SMPP',
  add column url text,
  add column verify_token text,
  add column sender_names jsonb not null default '{}';
alter table operator_links add constraint operator_links_protocol
  check (protocol = 'SMPP' or (protocol = 'HTTP' and url is not null)) not valid;
