// CPU seconds of PostgreSQL by database. Linux shows the database of a backend in its command line and its CPU time
// beside it; both are read once per second, because pg_stat_database counts waits for locks as time of statements.
import { type Backend, findPostgres, titleOf } from './process-cpu.ts';

const EVERY_MS = 1_000;
/** `postgres: <user> <database> <host>(<port>) <state>`, after an optional name of the cluster. */
const TITLE = /^postgres: (?:\S+: )?\S+ (\S+) [\d.:a-f]+\(\d+\)/;

type Count = { readonly atMs: number; readonly seconds: number };

export class BackendCpu {
  readonly #backends = new Map<number, { readonly database: string; seconds: number }>();
  /** Sums by database, as they grew. */
  readonly #counts = new Map<string, Count[]>();
  /** Servers with their children, ended ones included. */
  readonly #servers = new Map<number, { readonly first: number; last: number }>();
  readonly #timer = setInterval(() => this.#count(), EVERY_MS);
  #hasBegun = false;

  constructor() {
    this.#timer.unref();
    this.#count();
    this.#hasBegun = true;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#count();
  }

  /** Backends of this database between two times. */
  secondsOf(database: string, fromMs: number, toMs: number): number {
    const counts = this.#counts.get(database) ?? [];
    const until = (ms: number) => counts.findLast(({ atMs }) => atMs <= ms)?.seconds ?? 0;
    return until(toMs + EVERY_MS) - until(fromMs);
  }

  /** A server with all its processes, since the count began. */
  secondsOfServer(pid: number): number {
    const { first, last } = this.#servers.get(pid) ?? { first: 0, last: 0 };
    return last - first;
  }

  #count(): void {
    for (const { pid, seconds, backends } of findPostgres()) {
      // A server that starts during the run counts whole.
      const server = this.#servers.get(pid) ?? { first: this.#hasBegun ? 0 : seconds, last: seconds };
      server.last = Math.max(server.last, seconds);
      this.#servers.set(pid, server);
      for (const backend of backends) this.#countBackend(backend);
    }
  }

  /** A process id may come back for another database, with less time than before. */
  #countBackend({ pid, seconds }: Backend): void {
    let known = this.#backends.get(pid);
    if (known?.seconds === seconds) return;
    if (known === undefined || seconds < known.seconds) {
      const database = TITLE.exec(titleOf(pid))?.[1];
      if (database === undefined) return;
      known = { database, seconds: 0 };
      this.#backends.set(pid, known);
    }
    const counts = this.#counts.get(known.database) ?? [];
    counts.push({ atMs: Date.now(), seconds: (counts.at(-1)?.seconds ?? 0) + seconds - known.seconds });
    this.#counts.set(known.database, counts);
    known.seconds = seconds;
  }
}
