// Finds the process that blocks a session. PostgreSQL reports it only while the session waits, so a second connection
// polls and remembers the last answer.
import { type Database, read, type Session } from './database.ts';
import { type Blocker, selectBlockers, selectOwnPid } from './lock-wait.sql.ts';

export type LockWait = {
  /** For the operator: the lock that was waited for and the processes that held it. */
  describe(): string;
  close(): Promise<void>;
};

export async function watchLockWait(db: Database, session: Session, everyMs: number): Promise<LockWait> {
  const pid = await selectOwnPid(session);
  let last: readonly Blocker[] = [];
  let looking: Promise<void> | undefined;
  const look = async () => {
    const blockers = await read(db, (tx) => selectBlockers(tx, pid)).catch(() => []);
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

function describeBlocker({ wanted, pid, held, state, user_name: user, application_name: name, seconds }: Blocker) {
  const owner = [user, name].filter((word) => word !== null && word !== '').join(', ');
  const since = seconds === null ? '' : `, transaction open for ${Math.round(seconds)} s`;
  return `waits for ${wanted}; process ${pid} (${owner}) holds ${held ?? 'an earlier place in the queue'}, ${state ?? 'state unknown'}${since}`;
}
