// The answer of `/ready` on the private port. A proxy obeys it, so the API needs only the database: it accepts messages
// while the broker is down. The roles of the engine need both. A process that shuts down is never ready.
// The database has a time-out here: a probe must answer while the pool is exhausted or the database host is frozen.
import type { Bus } from './bus/bus.ts';
import { type Database, read } from './database/database.ts';

export type ReadyAnswer = { readonly ready: boolean; readonly reason: string };

export type Readiness = {
  isEnding(): boolean;
  /** Keeps a role unready for this reason; undefined ends that. */
  hold(role: string, reason: string | undefined): void;
  /** Readiness of a role; without one, of the API if this process runs it, else of all roles. Undefined: unknown. */
  ask(role?: string): Promise<ReadyAnswer | undefined>;
};

type Parts = {
  readonly db: Database;
  readonly bus: Pick<Bus, 'isConnected'>;
  readonly roles: readonly string[];
  readonly isEnding: () => boolean;
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 2_000;

export function createReadiness({ db, bus, roles, isEnding, timeoutMs = TIMEOUT_MS }: Parts): Readiness {
  const holds = new Map<string, string>();
  const answers = askInTime(() => read(db, async () => true), timeoutMs);
  const reasonOf = async (asked: readonly string[]): Promise<string | undefined> => {
    if (isEnding()) return 'the process is ending';
    if (!(await answers())) return `the database did not answer within ${timeoutMs} ms`;
    if (asked.some((role) => role !== 'api') && !bus.isConnected()) return 'the broker is not connected';
    return asked.map((role) => holds.get(role)).find((reason) => reason !== undefined);
  };
  return {
    isEnding,
    hold: (role, reason) => void (reason === undefined ? holds.delete(role) : holds.set(role, reason)),
    ask: async (role) => {
      if (role !== undefined && !roles.includes(role)) return undefined;
      const own = roles.includes('api') ? ['api'] : roles;
      const reason = await reasonOf(role === undefined ? own : [role]);
      return { ready: reason === undefined, reason: reason ?? 'ready' };
    },
  };
}

/** Concurrent probes share one query, so that they do not pile up in the pool. */
function askInTime(question: () => Promise<boolean>, timeoutMs: number): () => Promise<boolean> {
  let open: Promise<boolean> | undefined;
  return async () => {
    open ??= question()
      .catch(() => false)
      .finally(() => {
        open = undefined;
      });
    const timeout = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => timeout.resolve(false), timeoutMs);
    try {
      return await Promise.race([open, timeout.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
