// The sessions that block another session.
import { must } from '@volley/domain/must.ts';
import type { Session, Tx } from './database.ts';

export type Blocker = {
  readonly wanted: string;
  readonly pid: number;
  readonly held: string | null;
  readonly state: string | null;
  readonly user_name: string | null;
  readonly application_name: string | null;
  readonly seconds: number | null;
};

export async function selectOwnPid(session: Session): Promise<number> {
  const rows = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  return must(rows[0], 'the pid of the session').pid;
}

export function selectBlockers(tx: Tx, pid: number): Promise<Blocker[]> {
  return tx.query<Blocker>(
    `select
       w.mode || coalesce(' on ' || w.relation::regclass::text, '') as wanted,
       b.pid,
       h.mode as held,
       a.state,
       a.usename as user_name,
       a.application_name,
       extract(epoch from clock_timestamp() - a.xact_start)::float8 as seconds
     from pg_locks w
     cross join unnest(pg_blocking_pids(w.pid)) as b(pid)
     left join pg_locks h
       on h.pid = b.pid
       and h.granted
       and h.relation is not distinct from w.relation
       and h.locktype = w.locktype
     left join pg_stat_activity a on a.pid = b.pid
     where w.pid = $1
       and not w.granted`,
    [pid],
  );
}
