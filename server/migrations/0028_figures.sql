-- Figures of the cell for monitoring: the process that collects them, and the last audit.

-- Tasks that one process of the cell does at a time. lease_until is real time.
create table leaderships (
  name text primary key,
  owner uuid not null,
  lease_until timestamptz not null
);

-- The last audit that ended. ended_at is real time. drift_micros: sum of the differences of money.
create table last_audits (
  single boolean primary key default true check (single),
  ended_at timestamptz not null,
  seconds double precision not null,
  findings integer not null,
  drift_micros bigint not null
);

-- The figures read failing targets every five seconds; most days there are few.
create index callback_endpoints_failing on callback_endpoints (failing_since)
  where failing_since is not null;
