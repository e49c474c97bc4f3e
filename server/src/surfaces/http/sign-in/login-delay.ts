// Guessing the password of a login from many addresses gets slower with every failure: half a second after the tenth,
// doubled by each further one, at most eight seconds. No login is ever locked out: the right password succeeds after
// its delay and clears the count, and so does a quarter of an hour without failures.
import { setTimeout } from 'node:timers/promises';
import { Refusal } from '@volley/domain/refusals/refusal.ts';

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

  /** Delay of the next answer for this login. */
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
    // Re-inserted at the end: the first entry is the oldest and is evicted first.
    this.#failures.delete(login);
    this.#failures.set(login, { count, atMs: nowMs });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > LOGINS_MAX && oldest !== undefined) this.#failures.delete(oldest);
  }

  succeeded(login: string): void {
    this.#failures.delete(login);
  }
}

/** Delays a sign-in by the failures of its login and counts its result. */
export async function withLoginDelay<T>(
  delay: LoginDelay | undefined,
  login: string,
  work: () => Promise<T>,
): Promise<T> {
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
