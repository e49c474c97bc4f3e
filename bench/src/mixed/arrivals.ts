// Times of single messages by their numbers: when the call began, when the submit came to the operator and when the
// callback came back. Every number is used once.
import { textAt } from '../harness/json.ts';
import type { SimulatorProcess } from '../harness/simulator-process.ts';
import { pause } from '../harness/wait.ts';
import { percentile } from '../statistics.ts';

export type Waits = { p50: number; p99: number; p999: number; max: number };
export type StageWaits = { messages: number; acceptToSubmitMs: Waits; submitToCallbackMs: Waits };

type Times = { readonly kind: string; readonly calledMs: number; submittedMs?: number; calledBackMs?: number };

const LOOK_MS = 250;
const PAGE = 10_000;

export class Arrivals {
  readonly #times = new Map<string, Times>();
  readonly #byUuid = new Map<string, Times>();
  readonly #early = new Map<string, number>();
  #submitsLeft = 0;
  #callbacksLeft = 0;

  /** Before the call. */
  expect(kind: string, destination: string): void {
    this.#times.set(destination, { kind, calledMs: Date.now() });
    this.#submitsLeft += 1;
    this.#callbacksLeft += 1;
  }

  /** After its answer: callbacks name the message by its id, and may come first. */
  know(destination: string, uuid: string): void {
    const times = this.#times.get(destination);
    if (times === undefined) throw new Error('the answer belongs to no message of this run');
    this.#byUuid.set(uuid, times);
    const early = this.#early.get(uuid);
    if (early !== undefined) this.#calledBack(times, early);
    this.#early.delete(uuid);
  }

  /** Body of a callback of the messaging API. */
  take(body: Buffer): void {
    const nowMs = Date.now();
    const events: unknown = JSON.parse(body.toString());
    if (!Array.isArray(events)) return;
    for (const event of events) {
      const uuid = textAt(event, 'message_uuid');
      const times = this.#byUuid.get(uuid);
      if (times === undefined) this.#early.set(uuid, nowMs);
      else this.#calledBack(times, nowMs);
    }
  }

  get isComplete(): boolean {
    return this.#submitsLeft === 0 && this.#callbacksLeft === 0;
  }

  get missing(): string {
    return `${this.#submitsLeft} submits and ${this.#callbacksLeft} callbacks of single messages are missing`;
  }

  /** Reads what the operator received, until `isOver`. */
  async follow(simulator: SimulatorProcess, isOver: () => boolean): Promise<void> {
    let after = await simulator.receivedTotal();
    while (!isOver()) {
      const texts = await simulator.received({ after, limit: PAGE });
      after += texts.length;
      for (const { destination, atMs } of texts) {
        const times = this.#times.get(destination);
        if (times === undefined || times.submittedMs !== undefined) continue;
        times.submittedMs = atMs;
        this.#submitsLeft -= 1;
      }
      if (texts.length < PAGE) await pause(LOOK_MS);
    }
  }

  waitsOf(kind: string): StageWaits {
    const times = [...this.#times.values()].filter((each) => each.kind === kind);
    const between = (from: (each: Times) => number | undefined, to: (each: Times) => number | undefined) =>
      waits(times.map((each) => Math.max(0, (to(each) ?? Number.NaN) - (from(each) ?? Number.NaN))));
    return {
      messages: times.length,
      acceptToSubmitMs: between(
        ({ calledMs }) => calledMs,
        ({ submittedMs }) => submittedMs,
      ),
      submitToCallbackMs: between(
        ({ submittedMs }) => submittedMs,
        ({ calledBackMs }) => calledBackMs,
      ),
    };
  }

  #calledBack(times: Times, atMs: number): void {
    if (times.calledBackMs !== undefined) return;
    times.calledBackMs = atMs;
    this.#callbacksLeft -= 1;
  }
}

const waits = (values: readonly number[]): Waits => ({
  p50: percentile(values, 50),
  p99: percentile(values, 99),
  p999: percentile(values, 99.9),
  max: Math.max(...values),
});
