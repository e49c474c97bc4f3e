// Publishes answers of the operator on the bus: in groups, one group at a time, repeated until the broker has stored
// them. A message is open from its hand-out until its answer is stored. A link has at most its window of open messages,
// so a process that dies leaves at most one window in doubt.
import { randomUUID } from 'node:crypto';
import type { Outcome } from '../../features/queue/batches/outcome.ts';
import type { BatchRun } from './batch-run.ts';

const ANSWERS_MAX = 50;
const GATHER_MS = 20;
/** Unstored answers that reach this share of the window are stored at once. */
const WAITING_SHARE = 1 / 8;
const REPEAT_MS = 1_000;

export type ReportParts = {
  /** Largest number of open message parts. */
  readonly window: number;
  /** The answers since the previous call. */
  outcomeOf(run: BatchRun): Outcome;
  store(id: string, outcomes: readonly Outcome[]): Promise<void>;
  /** The last outcome of the run is stored. */
  onEnded(run: BatchRun): void;
  /** Stored answers have freed parts of the window. */
  onFreed(): void;
  onStoreFailed(error: unknown): void;
};

export class OutcomeReports {
  readonly #parts: ReportParts;
  readonly #enough: number;
  /** Run → parts that become free when its new answers are stored. */
  #unstored = new Map<BatchRun, number>();
  #answers = 0;
  #answeredParts = 0;
  #openParts = 0;
  #isDue = false;
  #storing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #abandoned = false;

  constructor(parts: ReportParts) {
    this.#parts = parts;
    this.#enough = Math.max(1, Math.min(ANSWERS_MAX, Math.floor(parts.window * WAITING_SHARE)));
  }

  /** Parts on the wire or without a stored answer. */
  get openParts(): number {
    return this.#openParts;
  }

  /** A message with more parts than the window goes alone. */
  hasCapacityFor(parts: number): boolean {
    return this.#openParts === 0 || this.#openParts + parts <= this.#parts.window;
  }

  handedOut(parts: number): void {
    this.#openParts += parts;
  }

  /** `parts`: number of parts answered. */
  answered(run: BatchRun, parts: number): void {
    this.#unstored.set(run, (this.#unstored.get(run) ?? 0) + parts);
    this.#answers += 1;
    this.#answeredParts += parts;
    this.#timer ??= setTimeout(() => this.#storeNow(), GATHER_MS);
    if (this.#answers >= this.#enough || this.#answeredParts >= this.#openParts) this.#storeNow();
  }

  /** No message of the run is on the wire. Its open parts become free when its end is stored. */
  ended(run: BatchRun): void {
    this.#unstored.set(run, (this.#unstored.get(run) ?? 0) + run.end());
    this.#storeNow();
  }

  /** Resolves when all outcomes are stored or the time is over. */
  async close(timeoutMs: number): Promise<void> {
    const timeout = setTimeout(() => {
      this.#abandoned = true;
    }, timeoutMs);
    this.#storeNow();
    while (this.#storing !== undefined && !this.#abandoned)
      await Promise.race([this.#storing, new Promise((resolve) => setTimeout(resolve, GATHER_MS))]);
    clearTimeout(timeout);
    clearTimeout(this.#timer);
  }

  #storeNow(): void {
    this.#isDue = true;
    this.#storing ??= this.#storeAll().finally(() => {
      this.#storing = undefined;
      if (this.#isDue && this.#unstored.size > 0 && !this.#abandoned) this.#storeNow();
    });
  }

  async #storeAll(): Promise<void> {
    // Groups the answers of one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#isDue && this.#unstored.size > 0 && !this.#abandoned) {
      const unstored = this.#takeUnstored();
      const outcomes = [...unstored.keys()].map((run) => this.#parts.outcomeOf(run));
      if (!(await this.#storeUntilDone(outcomes))) return;
      for (const parts of unstored.values()) this.#openParts -= parts;
      for (const [at, run] of [...unstored.keys()].entries())
        if (outcomes[at]?.rest !== 'open') this.#parts.onEnded(run);
      this.#parts.onFreed();
    }
  }

  #takeUnstored(): Map<BatchRun, number> {
    const unstored = this.#unstored;
    this.#unstored = new Map();
    this.#answers = 0;
    this.#answeredParts = 0;
    this.#isDue = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return unstored;
  }

  /** While the broker is unavailable, open messages fill the window and the hand-out stops. False: abandoned. */
  async #storeUntilDone(outcomes: readonly Outcome[]): Promise<boolean> {
    const id = randomUUID();
    while (!this.#abandoned) {
      try {
        await this.#parts.store(id, outcomes);
        return true;
      } catch (error) {
        this.#parts.onStoreFailed(error);
        await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
      }
    }
    return false;
  }
}
