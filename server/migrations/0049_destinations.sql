-- The country of a message's number, ISO 3166 alpha-2. Null: accepted before it was stored.
alter table messages add column country text;

-- Messages of a strand go to one country. Null: the home country.
alter table strands add column country text;

-- Where a company may send to; null: as its partner, and as the installation is set where that is null too.
alter table companies add column allowed_countries text[];
alter table partners add column allowed_countries text[];

-- Null: the home country. A star: every other country that has no price of its own.
alter table tariffs add column country_code text;
create unique index tariffs_effective_by_country
  on tariffs (price_list_id, sender_type, brand, traffic_type, country_code, effective_from) nulls not distinct;
create unique index tariffs_versions_by_country
  on tariffs (price_list_id, sender_type, brand, traffic_type, country_code, version) nulls not distinct;
drop index tariffs_effective;
drop index tariffs_versions;
