// Executes the plan of faults while the dispatches run, and counts the faults.
import type { DatabasePair } from '../harness/database-pair.ts';
import type { OwnNats } from '../harness/own-nats.ts';
import type { SimulatorProcess } from '../harness/simulator-process.ts';
import { pause } from '../harness/wait.ts';
import { healing, SPELLS } from './hostile.ts';
import type { MonthTurn } from './month-turn.ts';
import type { Fault, Step } from './plan.ts';
import type { Supervisor } from './supervisor.ts';

export type Faults = {
  readonly kills: Record<string, number>;
  readonly freezes: Record<string, number>;
  all: number;
  cuts: number;
  postgres: number;
  promotions: number;
  nats: number;
  wipes: number;
  spells: number;
  /** Turns of the month. */
  turns: number;
};

export type FaultTargets = {
  readonly supervisor: Supervisor;
  readonly postgres: DatabasePair;
  readonly nats: OwnNats;
  readonly simulator: SimulatorProcess;
  readonly month: Pick<MonthTurn, 'turn' | 'raise'>;
  /** Settings of the operators outside the spells. */
  readonly calm: Readonly<Record<string, number | boolean>>;
  /** Longer than the lease of a process. */
  readonly freezeMs: number;
  /** Resolves when the load has reached this share of the faults. */
  readonly loaded: (share: number) => Promise<void>;
  readonly say: (what: string) => void;
};

/** Downtime of PostgreSQL and the broker. */
const AWAY_MS = 500;
const LOOK_MS = 50;

export class Nemesis {
  readonly faults: Faults = {
    kills: {},
    freezes: {},
    all: 0,
    cuts: 0,
    postgres: 0,
    promotions: 0,
    nats: 0,
    wipes: 0,
    spells: 0,
    turns: 0,
  };
  readonly #targets: FaultTargets;
  readonly #plan: readonly Step[];
  #done = 0;

  constructor(targets: FaultTargets, plan: readonly Step[]) {
    this.#targets = targets;
    this.#plan = plan;
  }

  /** Executed share of the plan. */
  get share(): number {
    return this.#plan.length === 0 ? 1 : this.#done / this.#plan.length;
  }

  /** Resolves when this share is executed: parallel sends are spread over it. */
  readonly reached = async (share: number): Promise<void> => {
    while (this.share < share) await pause(LOOK_MS);
  };

  async rage(): Promise<void> {
    const { supervisor, simulator, calm, loaded } = this.#targets;
    for (const { fault, afterMs } of this.#plan) {
      await loaded(this.share);
      await pause(afterMs);
      await this.#strike(fault);
      this.#done += 1;
    }
    await supervisor.allThawed();
    await simulator.setScenario(calm);
  }

  async #strike(fault: Fault): Promise<void> {
    const { supervisor, postgres, simulator, calm, freezeMs } = this.#targets;
    switch (fault.kind) {
      case 'kill':
        await supervisor.kill(fault.seat);
        return this.#count('kills', fault.seat, 'kill -9');
      case 'freeze':
        await supervisor.freeze(fault.seat, freezeMs);
        return this.#count('freezes', fault.seat, `SIGSTOP for ${freezeMs} ms:`);
      case 'cut':
        await this.#cut('every connection to an operator is cut');
        return;
      case 'spell':
        this.faults.spells += 1;
        this.#say(`hostile operators: ${fault.spell}`);
        await simulator.setScenario(SPELLS[fault.spell]);
        if (fault.spell === 'bindRefused') await this.#cut('cut, and binds are refused');
        return;
      case 'heal':
        this.#say(`the operators stop: ${fault.spell}`);
        return simulator.setScenario(healing(fault.spell, calm));
      case 'promote':
        this.faults.promotions += 1;
        this.#say('kill -9 postgres, and its standby takes over');
        return postgres.promote();
      case 'turn':
        this.faults.turns += 1;
        this.#say('the month turns');
        return this.#targets.month.turn();
      case 'raise':
        this.#say('the budget of the new month is raised');
        return this.#targets.month.raise();
      case 'all':
      case 'postgres':
      case 'nats':
      case 'wipe':
        await this.#outage(fault.kind);
    }
  }

  async #outage(kind: 'all' | 'postgres' | 'nats' | 'wipe'): Promise<void> {
    const { supervisor, postgres, nats } = this.#targets;
    if (kind === 'wipe') {
      this.faults.wipes += 1;
      this.#say('the whole JetStream storage is lost');
      return nats.wipe();
    }
    // A process killed while frozen has not been frozen long enough to count.
    if (kind === 'all') await supervisor.allThawed();
    this.faults[kind] += 1;
    this.#say(kind === 'all' ? 'kill -9 of all roles and NATS' : `kill -9 ${kind}`);
    if (kind === 'all') supervisor.killAll();
    const server = kind === 'postgres' ? postgres : nats;
    await server.kill9();
    await pause(AWAY_MS);
    await server.start();
  }

  async #cut(what: string): Promise<void> {
    this.faults.cuts += 1;
    this.#say(what);
    await this.#targets.simulator.cut();
  }

  #count(kind: 'kills' | 'freezes', seat: number, what: string): void {
    const name = this.#targets.supervisor.names[seat] ?? '';
    this.faults[kind][name] = (this.faults[kind][name] ?? 0) + 1;
    this.#say(`${what} ${name}`);
  }

  #say(what: string): void {
    this.#targets.say(`${this.#done + 1} of ${this.#plan.length}: ${what}`);
  }
}
