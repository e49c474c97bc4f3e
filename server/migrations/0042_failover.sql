-- Since when a link has been down, so that bulk leaves it after some seconds and not at a hiccup.
alter table operator_links add column down_since timestamptz;

-- How often a batch has moved to another link, whether its link has used up its tries on what is left of it, and over
-- which link it first went in doubt: receipts of that operator may still tell.
alter table batches
  add column hops smallint not null default 0,
  add column elsewhere boolean not null default false,
  add column doubt_link_id integer;
