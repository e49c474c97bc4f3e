// Calls of a simulated provider, repeated with growing pauses until their answer is the one that the provider wants.
// Addresses are https names that no test can serve, so calls go to the origin that the control port names.
import { DelayWheel } from '../delay-wheel.ts';

export type RepeatedCall = {
  url: string;
  body: object;
  /** Made again for every try; `tries`: those before it. */
  headers: (text: string, tries: number) => Readonly<Record<string, string>>;
  isDone: (status: number, text: string) => boolean;
  onAcked: () => void;
  onGivenUp: () => void;
};

type Due = { call: RepeatedCall; tries: number };

const repeatsMax = 10;
const firstPauseMs = 200;
const pauseMsMax = 5_000;
const timeoutMs = 10_000;

export class RepeatedCalls {
  readonly #wheel: DelayWheel<Due>;
  #isClosed = false;
  /** Replaces scheme, host and port of addresses; empty: they are called as they are. */
  origin = '';

  constructor() {
    this.#wheel = new DelayWheel((items) => {
      for (const due of items) void this.#send(due);
    });
  }

  get waiting(): number {
    return this.#wheel.size;
  }

  add(call: RepeatedCall): void {
    if (!this.#isClosed) this.#wheel.add({ call, tries: 0 }, 0);
  }

  clear(): void {
    this.#wheel.clear();
  }

  close(): void {
    this.#isClosed = true;
    this.#wheel.clear();
  }

  async #send({ call, tries }: Due): Promise<void> {
    if (await this.#post(call, tries)) return call.onAcked();
    if (this.#isClosed) return;
    if (tries === repeatsMax) return call.onGivenUp();
    this.#wheel.add({ call, tries: tries + 1 }, Math.min(firstPauseMs * 2 ** tries, pauseMsMax));
  }

  /** The address that a call to the URL goes to. */
  addressOf(url: string): string {
    const { pathname, search, origin } = new URL(url);
    return `${this.origin || origin}${pathname}${search}`;
  }

  async #post({ url, body, headers, isDone }: RepeatedCall, tries: number): Promise<boolean> {
    const text = JSON.stringify(body);
    try {
      const response = await fetch(this.addressOf(url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers(text, tries) },
        body: text,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return isDone(response.status, await response.text());
    } catch {
      return false;
    }
  }
}

/** The problem with an origin of the control port; undefined: none. */
export const originProblem = (origin: unknown): string | undefined =>
  typeof origin === 'string' && (origin === '' || /^https?:\/\/[^/\s]+$/.test(origin))
    ? undefined
    : 'origin must be empty or http(s)://host[:port]';
