// Requests that wait for their answer. Guarantee: the callback of each is called exactly once — with the answer, or
// with `noAnswer` when its time is over or the connection is gone.
import { noAnswer } from './commands.ts';

/** `id` is the message_id or system_id of the answer, empty when it carries none. */
export type OnAnswer = (status: number, id: string) => void;

type Pending = { command: number; counted: boolean; deadlineMs: number; onAnswer: OnAnswer };

const lastSequence = 0x7fffffff;

export class PendingRequests {
  readonly #bySequence = new Map<number, Pending>();
  #sequence = 0;
  /** Requests that use the window (not enquire_link, bind or unbind). */
  inFlight = 0;

  nextSequence(): number {
    do {
      this.#sequence = this.#sequence >= lastSequence ? 1 : this.#sequence + 1;
    } while (this.#bySequence.has(this.#sequence));
    return this.#sequence;
  }

  add(sequence: number, command: number, counted: boolean, deadlineMs: number, onAnswer: OnAnswer): void {
    this.#bySequence.set(sequence, { command, counted, deadlineMs, onAnswer });
    if (counted) this.inFlight += 1;
  }

  /** The request command a sequence number waits on, if any. */
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
      // A failing callback is its owner's fault; it must not keep the others from their results.
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
