// Answers of the operator on their way to the bus. They travel in groups, one group at a time, and are repeated until
// the broker has them. A message is open from the moment it is handed out until its answer is stored; a link hands out
// no more than its window of them. So a process that dies leaves at most a window that may be with the operator.
import { randomUUID } from 'node:crypto';
import type { Outcome } from '../../features/dispatches/outcome.ts';
import type { BatchRun } from './batch-run.ts';

const ANSWERS_MAX = 50;
const GATHER_MS = 20;
/** Answers that wait to be stored hold this share of a window at most, before they are stored at once. */
const WAITING_SHARE = 1 / 8;
const REPEAT_MS = 1_000;

export type ReportParts = {
  /** Parts of messages that may be open. */
  readonly window: number;
  /** What is new of a run. */
  outcomeOf(run: BatchRun): Outcome;
  store(id: string, outcomes: readonly Outcome[]): Promise<void>;
  /** The last of it is stored. */
  onEnded(run: BatchRun): void;
  onRoom(): void;
  onTrouble(error: unknown): void;
};

export class OutcomeReports {
  readonly #parts: ReportParts;
  readonly #enough: number;
  /** Runs with something new, and the parts that are free when it is stored. */
  #news = new Map<BatchRun, number>();
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

  /** A message of more parts than the window goes alone. */
  hasRoomFor(parts: number): boolean {
    return this.#openParts === 0 || this.#openParts + parts <= this.#parts.window;
  }

  handedOut(parts: number): void {
    this.#openParts += parts;
  }

  /** So many parts of a run are answered. */
  answered(run: BatchRun, parts: number): void {
    this.#news.set(run, (this.#news.get(run) ?? 0) + parts);
    this.#answers += 1;
    this.#answeredParts += parts;
    this.#timer ??= setTimeout(() => this.#storeNow(), GATHER_MS);
    if (this.#answers >= this.#enough || this.#answeredParts >= this.#openParts) this.#storeNow();
  }

  /** Nothing of it is on the wire any more. What it keeps open is free when that is stored. */
  ended(run: BatchRun): void {
    this.#news.set(run, (this.#news.get(run) ?? 0) + run.end());
    this.#storeNow();
  }

  /** Until everything told so far is stored, or the time is over. */
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
      if (this.#isDue && this.#news.size > 0 && !this.#abandoned) this.#storeNow();
    });
  }

  async #storeAll(): Promise<void> {
    // Answers that come in the same moment travel together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#isDue && this.#news.size > 0 && !this.#abandoned) {
      const news = this.#takeNews();
      const outcomes = [...news.keys()].map((run) => this.#parts.outcomeOf(run));
      if (!(await this.#storeForSure(outcomes))) return;
      for (const parts of news.values()) this.#openParts -= parts;
      for (const [at, run] of [...news.keys()].entries()) if (outcomes[at]?.rest !== 'open') this.#parts.onEnded(run);
      this.#parts.onRoom();
    }
  }

  #takeNews(): Map<BatchRun, number> {
    const news = this.#news;
    this.#news = new Map();
    this.#answers = 0;
    this.#answeredParts = 0;
    this.#isDue = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return news;
  }

  /** While the broker is away nothing more is handed out: what is open fills the window. False: given up. */
  async #storeForSure(outcomes: readonly Outcome[]): Promise<boolean> {
    const id = randomUUID();
    while (!this.#abandoned) {
      try {
        await this.#parts.store(id, outcomes);
        return true;
      } catch (error) {
        this.#parts.onTrouble(error);
        await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
      }
    }
    return false;
  }
}
