// Log lines about a server that does not answer, or a loop whose rounds fail: one at the first failure, one per minute
// with the number of failures, one when it works again with the duration. Each operation has its own lines, because one
// may work while another fails. While the connection itself is away, the failures of all operations count as failures
// of the connection.
import type { Logger } from '../log.ts';

export type OutageLog = {
  failed(what: string, error: unknown): void;
  /** Cheap while nothing fails: call it after every success. */
  worked(what: string): void;
  close(): void;
};

/** The operation that all others depend on. */
export const CONNECTION = 'connection';

const REPEAT_MS = 60_000;

type Trouble = {
  readonly what: string;
  sinceMs: number | undefined;
  failures: number;
  error: unknown;
  /** The present outage has a line, so its end gets one too. */
  isReported: boolean;
  /** An operation that fails and works in turn writes one pair of lines per minute. */
  reportedAtMs: number;
};

export function createOutageLog(log: Logger, subject: string): OutageLog {
  const known = new Map<string, Trouble>();
  let open = 0;
  let timer: NodeJS.Timeout | undefined;

  const report = (trouble: Trouble) => {
    const { what, failures, error: err } = trouble;
    trouble.isReported = true;
    trouble.reportedAtMs = performance.now();
    log.warn({ err, what, failures, seconds: secondsOf(trouble) }, `${subject} trouble`);
  };
  const reportOpen = () => {
    for (const trouble of known.values()) if (trouble.sinceMs !== undefined) report(trouble);
  };
  const entryOf = (what: string): Trouble => {
    const before = known.get(what);
    if (before !== undefined) return before;
    const trouble = { what, sinceMs: undefined, failures: 0, error: undefined, isReported: false };
    const entry = { ...trouble, reportedAtMs: Number.NEGATIVE_INFINITY };
    known.set(what, entry);
    return entry;
  };
  return {
    failed: (what, error) => {
      const trouble = entryOf(known.get(CONNECTION)?.sinceMs === undefined ? what : CONNECTION);
      if (trouble.sinceMs === undefined) open += 1;
      trouble.sinceMs ??= performance.now();
      trouble.failures += 1;
      trouble.error = error;
      if (performance.now() - trouble.reportedAtMs >= REPEAT_MS) report(trouble);
      timer ??= setInterval(reportOpen, REPEAT_MS).unref();
    },
    worked: (what) => {
      const trouble = open === 0 ? undefined : known.get(what);
      if (trouble?.sinceMs === undefined) return;
      if (trouble.isReported) {
        const { failures } = trouble;
        log.warn({ what, failures, seconds: secondsOf(trouble) }, `${subject} works again`);
        trouble.failures = 0;
      }
      trouble.isReported = false;
      trouble.sinceMs = undefined;
      open -= 1;
      if (open > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    close: () => clearInterval(timer),
  };
}

function secondsOf({ sinceMs }: Trouble): number {
  return sinceMs === undefined ? 0 : Math.round((performance.now() - sinceMs) / 100) / 10;
}
