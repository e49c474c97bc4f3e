-- The choice between the links of a channel: routes of links, the mode of a company, degraded links, and the choice
-- stored with each batch.

-- A route names a brand, a country, or neither: then it holds for every message of its link. A later valid_from replaces
-- an earlier one. price_micros: what the provider charges for a part.
create table link_routes (
  id integer primary key generated always as identity,
  link_id integer not null references operator_links,
  brand smallint,
  country text,
  priority smallint not null check (priority between 1 and 1000),
  weight smallint not null check (weight between 1 and 1000),
  price_micros bigint check (price_micros >= 0),
  currency text,
  valid_from timestamptz not null,
  constraint link_routes_destination check (brand is null or country is null),
  constraint link_routes_price check ((price_micros is null) = (currency is null)),
  unique nulls not distinct (link_id, brand, country, valid_from)
);

alter table companies
  add column link_mode text not null default 'balanced';
alter table companies
  add constraint companies_link_mode check (link_mode in ('balanced', 'cost', 'quality', 'conversion')) not valid;
alter table companies validate constraint companies_link_mode;

-- Why the link is the last choice, and since when. Written by its owner; null: it is not degraded.
alter table operator_links
  add column degraded_since timestamptz,
  add column degraded_because text;

-- How the link was chosen, and the links that were passed over. Null: no link of the batch has a route.
alter table batches
  add column choice jsonb;

-- Since when every link costs more than the client pays.
alter table strands
  add column margin_since timestamptz;
