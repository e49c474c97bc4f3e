-- Charges of providers for messages, beside the prices that clients pay: the cost of each message, exchange rates, and
-- sums per day for the margin report.

-- link_id: the link that took the message. cost_micros: null while the cost is unknown. cost_currency: null without a cost,
-- and for a message that the provider does not charge.
alter table messages
  add column link_id integer,
  add column cost_micros bigint,
  add column cost_currency text;

-- The word of the provider about its charge, from a report; see SaidCost of the domain.
alter table receipts
  add column said_cost jsonb;

-- Category under which the provider charges a message, such as `utility`. Null: a route that chooses links, whose price
-- also holds for categories without their own.
alter table link_routes
  add column category text;
alter table link_routes
  drop constraint link_routes_link_id_brand_country_valid_from_key;
-- Staff wrote these few rows; the table is locked for milliseconds.
alter table link_routes
  -- squawk-ignore disallowed-unique-constraint, constraint-missing-not-valid
  add constraint link_routes_place unique nulls not distinct (link_id, brand, country, category, valid_from);

-- One unit of `currency` costs `rate` units of `base` from a time on.
create table exchange_rates (
  currency text not null,
  base text not null,
  rate numeric(18, 9) not null,
  valid_from timestamptz not null,
  constraint exchange_rates_rate check (rate > 0),
  constraint exchange_rates_pair check (currency <> base),
  primary key (currency, base, valid_from)
);

-- Sums of messages by the day of their hand-over (Europe/Moscow). A row has the revenue in its currency and the costs in
-- the same currency; costs in another currency are in a row of their own. link_id: 0 where the link is unknown.
create table margin_days (
  day date not null,
  company_id integer not null,
  link_id integer not null,
  channel_type text not null,
  currency text not null,
  messages bigint not null,
  revenue_micros bigint not null,
  -- Messages with a known cost.
  costed bigint not null,
  cost_micros bigint not null,
  primary key (day, company_id, link_id, channel_type, currency)
);
alter table margin_days enable row level security;
alter table margin_days force row level security;
create policy of_partner on margin_days
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
