// Sends enquire_link to a silent peer. Every byte received since counts as a sign of life; two unanswered enquire_link
// in a row without such a byte end the session.
import { noAnswer } from '../codec/commands.ts';

export type EnquirerLink = { readonly receivedAtMs: number; readonly ended: boolean };

const maxMisses = 2;

export class Enquirer {
  readonly #link: EnquirerLink;
  readonly #silenceMs: number;
  readonly #ask: (onAnswer: (status: number) => void) => void;
  readonly #onDead: () => void;
  #asking = false;
  #misses = 0;

  constructor(
    link: EnquirerLink,
    silenceMs: number,
    ask: (onAnswer: (status: number) => void) => void,
    onDead: () => void,
  ) {
    this.#link = link;
    this.#silenceMs = silenceMs;
    this.#ask = ask;
    this.#onDead = onDead;
  }

  check(nowMs: number): void {
    if (!this.#asking && !this.#link.ended && nowMs - this.#link.receivedAtMs >= this.#silenceMs) this.#enquire();
  }

  #enquire(): void {
    const askedAtMs = performance.now();
    this.#asking = true;
    this.#ask((status) => {
      this.#asking = false;
      const lives = status !== noAnswer || this.#link.receivedAtMs > askedAtMs;
      this.#misses = lives ? 0 : this.#misses + 1;
      if (this.#link.ended || lives) return;
      if (this.#misses >= maxMisses) this.#onDead();
      else this.#enquire();
    });
  }
}
