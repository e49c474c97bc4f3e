// Finds the process that keeps a session waiting for a lock. PostgreSQL knows it only while the session waits, so another
// connection looks again and again and keeps what it saw last.
import { type Database, read, type Session } from './database.ts';

export type LockWait = {
  /** For a person: the lock that was waited for and the processes that held it. */
  describe(): string;
  close(): Promise<void>;
};

type Blocker = {
  wanted: string;
  pid: number;
  held: string | null;
  state: string | null;
  user_name: string | null;
  application_name: string | null;
  seconds: number | null;
};

export async function watchLockWait(db: Database, session: Session, everyMs: number): Promise<LockWait> {
  const [own] = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = own?.pid ?? 0;
  let last: readonly Blocker[] = [];
  let looking: Promise<void> | undefined;
  const look = async () => {
    const blockers = await selectBlockers(db, pid).catch(() => []);
    if (blockers.length > 0) last = blockers;
    looking = undefined;
  };
  const timer = setInterval(() => {
    looking ??= look();
  }, everyMs);
  return {
    describe: () => (last.length === 0 ? 'the blocking process has ended' : last.map(describeBlocker).join('; ')),
    close: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}

function selectBlockers(db: Database, pid: number): Promise<Blocker[]> {
  return read(db, (tx) =>
    tx.query<Blocker>(
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
       left join pg_locks h on h.pid = b.pid and h.granted and h.relation is not distinct from w.relation
         and h.locktype = w.locktype
       left join pg_stat_activity a on a.pid = b.pid
       where w.pid = $1 and not w.granted`,
      [pid],
    ),
  );
}

function describeBlocker({ wanted, pid, held, state, user_name: user, application_name: name, seconds }: Blocker) {
  const who = [user, name].filter((word) => word !== null && word !== '').join(', ');
  const since = seconds === null ? '' : `, transaction open for ${Math.round(seconds)} s`;
  return `waits for ${wanted}; process ${pid} (${who}) holds ${held ?? 'a lock before it'}, ${state ?? 'state unknown'}${since}`;
}
