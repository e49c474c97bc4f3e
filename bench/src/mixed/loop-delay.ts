// The longest time for which the event loop of a role process stood still, from its metrics.
import type { RoleProcess } from '../harness/server-program.ts';

const LONGEST = /^nodejs_eventloop_lag_max_seconds(?:\{[^}]*\})? ([\d.e+-]+)$/m;
const EVERY_MS = 5_000;

export class LoopDelays {
  readonly #processes: readonly RoleProcess[];
  readonly #longestMs: Record<string, number> = {};
  readonly #timer: NodeJS.Timeout;

  constructor(processes: readonly RoleProcess[]) {
    this.#processes = processes;
    this.#timer = setInterval(() => void this.look(), EVERY_MS);
  }

  /** Each look begins a new period in the process. */
  async look(): Promise<void> {
    for (const { roles, metricsUrl } of this.#processes) {
      const text = await fetch(`${metricsUrl}/metrics`).then((answer) => answer.text());
      const found = LONGEST.exec(text)?.[1];
      if (found === undefined) throw new Error(`${metricsUrl} has no event loop delay`);
      const name = roles.join(' ');
      this.#longestMs[name] = Math.max(this.#longestMs[name] ?? 0, Number(found) * 1_000);
    }
  }

  async end(): Promise<Readonly<Record<string, number>>> {
    clearInterval(this.#timer);
    await this.look();
    return this.#longestMs;
  }
}
