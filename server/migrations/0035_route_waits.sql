-- How long messages of a traffic type may wait for a route, in seconds; absent: a week.
alter table companies add column route_waits jsonb not null default '{}';
