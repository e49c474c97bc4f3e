// The last messages received, whole texts and not parts. A ring of fixed size: the newest push the oldest out.
import { followLink } from './follow-link.ts';

export type ReceivedMessage = {
  seq: number;
  at: string;
  account: string;
  source: string;
  destination: string;
  text: string;
  parts: number;
  reference: number | null;
  /** Id of the part that completed the text. */
  messageId: string;
  /** Of HTTP channels only. */
  content?: unknown;
  ttlSeconds?: number;
};

export type ReceivedQuery = { account?: string; destination?: string; after: number; limit: number };

type Kept = Omit<ReceivedMessage, 'seq' | 'at'> & { atMs: number };

export class ReceivedMessages {
  readonly #max: number;
  #ring: Kept[] = [];
  /** Messages ever received; the newest has this seq. */
  total = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(message: Kept): void {
    this.#ring[this.total % this.#max] = message;
    this.total += 1;
    followLink(message);
  }

  clear(): void {
    this.#ring = [];
    this.total = 0;
  }

  list(query: ReceivedQuery): ReceivedMessage[] {
    const found: ReceivedMessage[] = [];
    const oldest = this.total - this.#ring.length;
    for (let index = Math.max(oldest, query.after); index < this.total && found.length < query.limit; index += 1) {
      const kept = this.#ring[index % this.#max];
      if (kept === undefined) continue;
      if (query.account !== undefined && kept.account !== query.account) continue;
      if (query.destination !== undefined && kept.destination !== query.destination) continue;
      const { atMs, ...message } = kept;
      found.push({ seq: index + 1, at: new Date(atMs).toISOString(), ...message });
    }
    return found;
  }
}
