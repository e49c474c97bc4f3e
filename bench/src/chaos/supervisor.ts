// Keeps the role processes running like an init system: a process that ended for any reason is restarted until it is
// ready. Only processes started here are killed or frozen.
import { type Child, logTail } from '../harness/child-process.ts';
import type { Harness } from '../harness/harness.ts';
import type { Role, RoleProcess, Settings } from '../harness/server-program.ts';
import { signOfLife, waitWhileAlive } from '../harness/sign-of-life.ts';
import { pause } from '../harness/wait.ts';

type Seat = {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly settings: Settings;
  /** Set from the spawn on: killing all processes does not wait for a start. */
  child: Child | undefined;
  /** The same process once it is ready. */
  ready: RoleProcess | undefined;
  isFrozen: boolean;
  /** Since the process was last ready. */
  failedStarts: number;
};

const RESTART_MS = 200;
/** More starts that failed, one after another, are no sign of life: the process cannot start. */
const FAILED_STARTS_MAX = 20;
const READY_ANSWER_MS = 5_000;
const UP_LOOK_MS = 50;

export class Supervisor {
  /** Log tails of processes that ended without being killed. */
  readonly ownDeaths: string[] = [];
  readonly #harness: Harness;
  readonly #seats: readonly Seat[];
  readonly #killed = new Set<number>();
  readonly #fills = new Set<Promise<void>>();
  readonly #thaws = new Set<Promise<void>>();
  #stopping = false;

  constructor(harness: Harness, seats: readonly { roles: readonly Role[]; settings?: Settings }[]) {
    this.#harness = harness;
    this.#seats = seats.map(({ roles, settings = {} }) => {
      const empty = { child: undefined, ready: undefined, isFrozen: false, failedStarts: 0 };
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

  /** kill -9 of the process in a seat, once it is up: faults keep the order of the plan. */
  async kill(at: number): Promise<void> {
    this.#end(await this.#whenUp(at));
  }

  /** kill -9 of every process, starting ones included. */
  killAll(): void {
    for (const { child } of this.#seats) if (child !== undefined) this.#end(child);
  }

  /** Suspends a process for `forMs` and returns immediately; further faults may follow meanwhile. */
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

  /** Waits until every process is ready, alive, and healthy with its database and broker. */
  async allUp(): Promise<void> {
    await this.allThawed();
    for (const seat of this.#seats)
      await waitWhileAlive(`${seat.name} to be up`, () => isReady(seat), { life: this.#life, everyMs: RESTART_MS });
  }

  /** Starts no more processes and ends pending starts. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.allThawed();
    this.killAll();
    await Promise.all(this.#fills);
  }

  #whenUp(at: number): Promise<Child> {
    const seat = this.#seats[at];
    const upChild = () => (seat?.ready?.isRunning() === true && !seat.isFrozen ? seat.ready : undefined);
    return waitWhileAlive(`${seat?.name} to be up`, upChild, { life: this.#life, everyMs: UP_LOOK_MS });
  }

  /** Signs of life of the starts. Running processes always give some, and would hide a start that hangs. */
  readonly #life = (): string => this.#seats.map(startOf).join();

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
        const ready = await this.#harness.startRoles(seat.roles, seat.settings, onSpawned);
        seat.ready = ready;
        seat.failedStarts = 0;
        void ready.exited.then(() => this.#gone(seat, ready));
        return;
      } catch {
        // The database or the broker is down: retry, as an init system would.
        seat.failedStarts += 1;
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

function startOf({ child, ready, failedStarts }: Seat): string {
  const isStarting = child !== undefined && ready === undefined && failedStarts <= FAILED_STARTS_MAX;
  return isStarting ? signOfLife(child) : '';
}

/** Throws the reason of a process that is not ready: the failure of a wait shows it. */
async function isReady({ name, child, ready, isFrozen }: Seat): Promise<boolean> {
  if (ready === undefined) throw new Error(`${name}: process ${child?.pid ?? 'none'} has not printed its ready line`);
  if (!ready.isRunning() || isFrozen) return false;
  const answer = await fetch(`${ready.metricsUrl}/ready`, { signal: AbortSignal.timeout(READY_ANSWER_MS) });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  return true;
}
