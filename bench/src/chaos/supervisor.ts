// Keeps the role processes up as an init system would: a process that is gone, killed or not, is started again until
// it is ready. Only processes started here are ever killed or frozen.
import { type Child, logTail } from '../stand/child-process.ts';
import type { Role, RoleProcess, Settings } from '../stand/server-program.ts';
import type { Stand } from '../stand/stand.ts';
import { pause, waitFor } from '../stand/wait.ts';

type Seat = {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly settings: Settings;
  /** From the moment it exists, ready or not: a kill of everything does not wait for a start. */
  child: Child | undefined;
  /** The same process once it has said that it is ready. */
  ready: RoleProcess | undefined;
  isFrozen: boolean;
};

const RESTART_MS = 200;
/** A start takes seconds on a busy machine, and it waits for the database and the broker. */
const UP_MS = 120_000;
const READY_ANSWER_MS = 5_000;

export class Supervisor {
  /** What processes wrote last that ended without having been killed. */
  readonly ownDeaths: string[] = [];
  readonly #stand: Stand;
  readonly #seats: readonly Seat[];
  readonly #killed = new Set<number>();
  readonly #fills = new Set<Promise<void>>();
  readonly #thaws = new Set<Promise<void>>();
  #stopping = false;

  constructor(stand: Stand, seats: readonly { roles: readonly Role[]; settings?: Settings }[]) {
    this.#stand = stand;
    this.#seats = seats.map(({ roles, settings = {} }) => {
      const empty = { child: undefined, ready: undefined, isFrozen: false };
      return { name: roles.join('+'), roles, settings, ...empty };
    });
  }

  async start(): Promise<void> {
    for (const seat of this.#seats) this.#fill(seat);
    await this.allUp();
  }

  get names(): string[] {
    return this.#seats.map(({ name }) => name);
  }

  /** kill -9 of the process in a seat, once it is up: the order of the faults is the plan's. */
  async kill(at: number): Promise<void> {
    this.#end(await this.#whenUp(at));
  }

  /** kill -9 of every process, those that are still starting too. */
  killAll(): void {
    for (const { child } of this.#seats) if (child !== undefined) this.#end(child);
  }

  /** Stops a process for so long, and returns at once; other faults may come meanwhile. */
  async freeze(at: number, forMs: number): Promise<void> {
    const child = await this.#whenUp(at);
    const seat = this.#seats[at];
    if (seat === undefined) return;
    seat.isFrozen = true;
    child.kill('SIGSTOP');
    const thaw = pause(forMs).then(() => {
      child.kill('SIGCONT');
      seat.isFrozen = false;
    });
    this.#thaws.add(thaw);
    void thaw.then(() => this.#thaws.delete(thaw));
  }

  async allThawed(): Promise<void> {
    await Promise.all(this.#thaws);
  }

  /** Every process has said that it is ready, still lives, and answers that it has its database and its broker. */
  async allUp(): Promise<void> {
    await this.allThawed();
    for (const seat of this.#seats)
      await waitFor(`${seat.name} to be up`, () => isReady(seat), { timeoutMs: UP_MS, everyMs: RESTART_MS });
  }

  /** Nothing is started any more; starts that are under way are ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.allThawed();
    this.killAll();
    await Promise.all(this.#fills);
  }

  #whenUp(at: number): Promise<Child> {
    const seat = this.#seats[at];
    const upChild = () => (seat?.ready?.isRunning() === true && !seat.isFrozen ? seat.ready : undefined);
    return waitFor(`${seat?.name} to be up`, upChild, { timeoutMs: UP_MS });
  }

  #end(child: Child): void {
    this.#killed.add(child.pid);
    child.kill('SIGKILL');
  }

  #fill(seat: Seat): void {
    const fill = this.#startUntilReady(seat);
    this.#fills.add(fill);
    void fill.then(() => this.#fills.delete(fill));
  }

  async #startUntilReady(seat: Seat): Promise<void> {
    while (!this.#stopping) {
      try {
        const onSpawned = (child: Child): void => {
          seat.child = child;
          if (this.#stopping) this.#end(child);
        };
        const ready = await this.#stand.startRoles(seat.roles, seat.settings, onSpawned);
        seat.ready = ready;
        void ready.exited.then(() => this.#gone(seat, ready));
        return;
      } catch {
        // The database or the broker is away: an init system would try again too.
        await pause(RESTART_MS);
      }
    }
  }

  #gone(seat: Seat, child: RoleProcess): void {
    seat.ready = undefined;
    seat.child = undefined;
    if (!this.#killed.delete(child.pid) && !this.#stopping)
      this.ownDeaths.push(`${seat.name} ended by itself:\n${logTail(child.logFile)}`);
    this.#fill(seat);
  }
}

async function isReady({ ready, isFrozen }: Seat): Promise<boolean> {
  if (ready === undefined || !ready.isRunning() || isFrozen) return false;
  const { ok } = await fetch(`${ready.metricsUrl}/ready`, { signal: AbortSignal.timeout(READY_ANSWER_MS) });
  return ok;
}
