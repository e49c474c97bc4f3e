// Guessing one login from many addresses gets slower with every wrong password: half a second after the
// tenth, twice as long after each further one, never more than a few seconds. Nobody is ever locked out: the
// right password works at once after its wait and clears the count, and a quiet while forgives everything.
import { setTimeout } from 'node:timers/promises';
import { Refusal } from '@volley/domain/refusal.ts';

const FREE_TRIES = 10;
const FIRST_DELAY_MS = 500;
const DELAY_MS_MAX = 8_000;
const FORGIVEN_AFTER_MS = 15 * 60_000;
const LOGINS_MAX = 100_000;

type Failures = { count: number; atMs: number };

export class LoginDelay {
  readonly #nowMs: () => number;
  readonly #failures = new Map<string, Failures>();

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** How long this login has to wait for its answer. */
  delayMs(login: string): number {
    const failures = this.#failures.get(login);
    if (failures === undefined || this.#nowMs() - failures.atMs > FORGIVEN_AFTER_MS) return 0;
    const beyond = failures.count - FREE_TRIES;
    return beyond < 0 ? 0 : Math.min(DELAY_MS_MAX, FIRST_DELAY_MS * 2 ** beyond);
  }

  failed(login: string): void {
    const nowMs = this.#nowMs();
    const known = this.#failures.get(login);
    const count = known === undefined || nowMs - known.atMs > FORGIVEN_AFTER_MS ? 1 : known.count + 1;
    // Put back at the end: what is first has been quiet longest and goes when there are too many.
    this.#failures.delete(login);
    this.#failures.set(login, { count, atMs: nowMs });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > LOGINS_MAX && oldest !== undefined) this.#failures.delete(oldest);
  }

  succeeded(login: string): void {
    this.#failures.delete(login);
  }
}

/** A sign-in that waits as long as its login has to, and is counted. */
export async function patiently<T>(delay: LoginDelay | undefined, login: string, work: () => Promise<T>): Promise<T> {
  const delayMs = delay?.delayMs(login) ?? 0;
  if (delayMs > 0) await setTimeout(delayMs);
  try {
    const result = await work();
    delay?.succeeded(login);
    return result;
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'bad-credentials') delay?.failed(login);
    throw error;
  }
}
