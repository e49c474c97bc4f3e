// CPU seconds of the same work differ between machines by half and more, and on one machine from minute to minute. A
// fixed piece of work, timed in CPU seconds again and again during a run, gives the factor to the machine on which the
// budgets were measured.
import { createHash } from 'node:crypto';

/** CPU seconds of the work on the reference machine, when it was quiet. */
const REFERENCE_SECONDS = 0.144;
const EVERY_MS = 15_000;

export class MachineSpeed {
  readonly #factors: number[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor() {
    // The first round also loads and compiles.
    work();
    this.#sample();
    this.#timer = setInterval(() => this.#sample(), EVERY_MS).unref();
  }

  /** Above 1: this machine needs more CPU seconds than the reference. The mean since the start, which ends here. */
  end(): number {
    clearInterval(this.#timer);
    this.#sample();
    return this.#factors.reduce((sum, factor) => sum + factor, 0) / this.#factors.length;
  }

  #sample(): void {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    this.#factors.push((user + system) / 1e6 / REFERENCE_SECONDS);
  }
}

/** Text, hashes and objects, as in tests. */
function work(): void {
  const known = new Map<string, number>();
  let text = '';
  for (let round = 0; round < 30_000; round += 1) {
    const digest = createHash('sha256').update(`${round} ${text}`).digest('hex');
    text = JSON.stringify({ round, digest, parts: digest.match(/[a-f]+/g) });
    known.set(digest.slice(0, 3), (known.get(digest.slice(0, 3)) ?? 0) + text.length);
  }
  if (known.size === 0) throw new Error('the work was left out');
}
