// What `/ready` of the private port answers. A proxy obeys it, so the API is ready with its database alone: it accepts
// messages while the broker is away. The roles of the engine need both. An ending process is not ready, whatever works.
// The database gets a time limit here: a probe must answer while the pool is exhausted or the database host is frozen.
import type { Bus } from './bus.ts';
import { type Database, read } from './database.ts';

export type ReadyAnswer = { readonly ready: boolean; readonly reason: string };

export type Readiness = {
  isEnding(): boolean;
  /** Keeps one role unready for this reason, until it is called without one. */
  hold(role: string, reason: string | undefined): void;
  /** Of one role, or of the process: where the API is among its roles, that of the API. Undefined: no such role here. */
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

/** One question at a time: probes that come while it is open share its answer, so none piles up in the pool. */
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
