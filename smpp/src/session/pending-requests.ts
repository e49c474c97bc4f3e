// Requests that wait for an answer. Guarantee: each callback is called exactly once, with the answer, or with
// `noAnswer` after a time-out or the loss of the connection.
import { noAnswer } from '../codec/commands.ts';

/** `id`: message_id or system_id of the answer, empty if absent. */
export type OnAnswer = (status: number, id: string) => void;

type Pending = {
  readonly command: number;
  /** Counts for the window. */
  readonly counted: boolean;
  readonly deadlineMs: number;
  readonly onAnswer: OnAnswer;
};

const lastSequence = 0x7fffffff;

export class PendingRequests {
  readonly #bySequence = new Map<number, Pending>();
  #sequence = 0;
  /** Requests that count for the window (not enquire_link, bind or unbind). */
  inFlight = 0;

  nextSequence(): number {
    do {
      this.#sequence = this.#sequence >= lastSequence ? 1 : this.#sequence + 1;
    } while (this.#bySequence.has(this.#sequence));
    return this.#sequence;
  }

  add(sequence: number, pending: Pending): void {
    this.#bySequence.set(sequence, pending);
    if (pending.counted) this.inFlight += 1;
  }

  /** Command of the request that waits under a sequence number. */
  commandOf(sequence: number): number | undefined {
    return this.#bySequence.get(sequence)?.command;
  }

  settle(sequence: number, status: number, id: string): void {
    const pending = this.#bySequence.get(sequence);
    if (pending === undefined) return;
    this.#bySequence.delete(sequence);
    if (pending.counted) this.inFlight -= 1;
    try {
      pending.onAnswer(status, id);
    } catch (error) {
      // A throwing callback is a bug of its owner and must not stop the remaining callbacks.
      process.nextTick(() => {
        throw error;
      });
    }
  }

  expire(nowMs: number): void {
    for (const [sequence, pending] of this.#bySequence) {
      if (pending.deadlineMs <= nowMs) this.settle(sequence, noAnswer, '');
    }
  }

  failAll(): void {
    for (const sequence of this.#bySequence.keys()) this.settle(sequence, noAnswer, '');
  }
}
