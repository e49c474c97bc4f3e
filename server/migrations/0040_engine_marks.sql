-- One row: how far the pacers of this cell have come. The broker keeps a copy; a database whose row is below the copy
-- has gone back to an earlier point and does not know what was sent since. `database_id` tells a restored database from
-- a new one. A confirmation by a person begins a new epoch.
create table engine_marks (
  single boolean primary key default true check (single),
  database_id uuid not null default gen_random_uuid(),
  epoch integer not null default 1,
  round bigint not null default 0,
  confirmed_at timestamptz,
  confirmation text check (confirmation in ('confirm', 'stop'))
) with (fillfactor = 10);
insert into engine_marks default values;
