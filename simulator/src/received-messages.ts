// The latest received messages, as whole texts. A ring of fixed size: new messages replace the oldest.
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
  /** Only for HTTP channels. */
  content?: unknown;
  ttlSeconds?: number;
  customer?: string;
  /** Only for aggregators, which have several channels. */
  channel?: string;
};

export type ReceivedQuery = {
  account?: string;
  destination?: string;
  /** Absent: the newest messages. */
  after?: number;
  limit: number;
};

type Kept = Omit<ReceivedMessage, 'seq' | 'at'> & { atMs: number };

export class ReceivedMessages {
  readonly #max: number;
  #ring: Kept[] = [];
  /** Called with the destination of every new message. */
  onAdded: ((destination: string) => void) | undefined;
  /** Total of received messages; also the seq of the newest. */
  total = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(message: Kept): void {
    this.#ring[this.total % this.#max] = message;
    this.total += 1;
    followLink(message);
    this.onAdded?.(message.destination);
  }

  clear(): void {
    this.#ring = [];
    this.total = 0;
  }

  /** Oldest first. With `after`, the messages that follow it; without, the newest. */
  list({ after, limit, ...query }: ReceivedQuery): ReceivedMessage[] {
    const oldest = this.total - this.#ring.length;
    const found: ReceivedMessage[] = [];
    const add = (index: number): void => {
      const message = this.#at(index, query);
      if (message !== undefined) found.push(message);
    };
    if (after === undefined) {
      for (let index = this.total - 1; index >= oldest && found.length < limit; index -= 1) add(index);
      return found.reverse();
    }
    for (let index = Math.max(oldest, after); index < this.total && found.length < limit; index += 1) add(index);
    return found;
  }

  /** Undefined, if the message is not of the account or number. */
  #at(
    index: number,
    { account, destination }: Pick<ReceivedQuery, 'account' | 'destination'>,
  ): ReceivedMessage | undefined {
    const kept = this.#ring[index % this.#max];
    if (kept === undefined) return undefined;
    if (account !== undefined && kept.account !== account) return undefined;
    if (destination !== undefined && kept.destination !== destination) return undefined;
    const { atMs, ...message } = kept;
    return { seq: index + 1, at: new Date(atMs).toISOString(), ...message };
  }
}
