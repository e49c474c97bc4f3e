-- Business time, tenants, processes, reference data.

-- app.tenant names the tenant of a transaction: a partner's id, or 'system' for workers, staff and commands. A session
-- without it sees no rows of partners.
create function tenant_is_system() returns boolean language sql stable parallel safe as $$ select coalesce(current_setting('app.tenant', true), '') = 'system' $$;

create function tenant_partner() returns integer language sql stable parallel safe as $$ select nullif(nullif(current_setting('app.tenant', true), ''), 'system')::integer $$;

create function refuse_rewriting() returns trigger language plpgsql as $$ begin raise exception '% is append-only', tg_table_name; end $$;

create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  offset_seconds bigint not null default 0
);
insert into sandbox_clock default values;

-- Business time. The offset is zero everywhere except in a sandbox, whose clock can be moved for every role at once.
create function business_now() returns timestamptz language sql stable as $$select now() + offset_seconds * interval '1 second' from sandbox_clock$$;

-- A running process. Its lease is real time, never business time: an expired lease means that the process is gone.
create table instances (
  id uuid primary key,
  roles text[] not null,
  started_at timestamptz not null default clock_timestamp(),
  lease_until timestamptz not null
);

create table reference_loads (
  name text primary key,
  digest text not null,
  loaded_at timestamptz not null default now()
);

-- One row: the progress of the pacers of this cell. The broker keeps a copy. A database whose row is below the copy
-- went back to an earlier point. `database_id` distinguishes a restored database from a new one. A confirmation starts
-- a new epoch.
create table engine_marks (
  single boolean primary key default true check (single),
  database_id uuid not null default gen_random_uuid(),
  epoch integer not null default 1,
  round bigint not null default 0,
  confirmed_at timestamptz,
  confirmation text check (confirmation in ('confirm', 'stop'))
) with (fillfactor = 10);
insert into engine_marks default values;

create table message_errors (
  code integer primary key,
  meaning text not null
);

create table countries (
  id integer primary key,
  code text not null unique,
  name text not null
);

create table number_ranges (
  number_from bigint primary key,
  number_to bigint not null,
  brand smallint not null,
  host_brand smallint not null,
  kind text not null,
  inn text not null,
  region text not null,
  timezone text not null,
  constraint number_ranges_check check (number_to >= number_from)
);

create table ported_numbers (
  destination bigint primary key,
  brand smallint not null
);
