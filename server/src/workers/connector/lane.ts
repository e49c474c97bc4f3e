// A lane of a link. Batches from the bus wait here for the permission of the database, then for the wire. Each lane
// begins its batches separately, so that a code never waits for the permission of advertising.
import { setTimeout as pause } from 'node:timers/promises';
import type { Batch } from '../../features/queue/batches/batch.ts';
import type { Permission } from '../../features/queue/batches/begin-batches.ts';
import { BATCH_MAX } from '../../features/queue/pacing/link-credit.ts';
import type { BatchRun } from './batch-run.ts';

/** Limit of messages begun and not reported: a crash puts at most these in doubt. */
const BEGUN_MAX = 6 * BATCH_MAX;

export type LaneParts = {
  /** Returns batch id → permission, only for batches that may be sent. */
  begin(batches: readonly Batch[]): Promise<ReadonlyMap<string, Permission>>;
  /** `withheld`: number of parts that are not sent. */
  onBegun(run: BatchRun, withheld: number): void;
  onRefused(runs: readonly BatchRun[]): void;
  /** Batches may be ready to send. */
  onReady(): void;
  onFailed(runs: readonly BatchRun[], error: unknown): void;
};

export class Lane {
  readonly #parts: LaneParts;
  readonly #ready: BatchRun[] = [];
  #arrived: BatchRun[] = [];
  #begunMessages = 0;
  #isBeginning = false;
  #beginning = Promise.resolve();

  constructor(parts: LaneParts) {
    this.#parts = parts;
  }

  /** Received from the bus and not begun. */
  get waiting(): readonly BatchRun[] {
    return this.#arrived;
  }

  get hasReady(): boolean {
    return this.#ready.length > 0;
  }

  takeReady(): BatchRun | undefined {
    return this.#ready.shift();
  }

  putBack(run: BatchRun): void {
    this.#ready.unshift(run);
  }

  arrive(run: BatchRun): void {
    this.#arrived.push(run);
    this.#begin();
  }

  /** The end of the run is stored: it cannot be in doubt any more. */
  reported({ batch }: BatchRun): void {
    this.#begunMessages -= batch.messages.length;
    this.#begin();
  }

  /** Returns batches that are not begun to the bus, and waits for the permission of those that are being begun. */
  async giveBack(timeoutMs: number): Promise<void> {
    for (const run of this.#arrived.splice(0)) run.work.nak(0);
    await Promise.race([this.#beginning, pause(timeoutMs, undefined, { ref: false })]);
  }

  #begin(): void {
    if (this.#isBeginning) return;
    this.#isBeginning = true;
    this.#beginning = this.#beginArrived();
  }

  async #beginArrived(): Promise<void> {
    for (let runs = this.#takeArrived(); runs.length > 0; runs = this.#takeArrived()) {
      try {
        await this.#beginAll(runs);
      } catch (error) {
        this.#parts.onFailed(runs, error);
      }
      this.#parts.onReady();
    }
    this.#isBeginning = false;
  }

  /** The batches that may begin now, in the order of arrival. */
  #takeArrived(): BatchRun[] {
    let messages = this.#begunMessages;
    let count = 0;
    for (const { batch } of this.#arrived) {
      if (messages > 0 && messages + batch.messages.length > BEGUN_MAX) break;
      messages += batch.messages.length;
      count += 1;
    }
    return this.#arrived.splice(0, count);
  }

  async #beginAll(runs: readonly BatchRun[]): Promise<void> {
    const begun = await this.#parts.begin(runs.map((run) => run.batch));
    const refused: BatchRun[] = [];
    for (const run of runs) {
      const permission = begun.get(run.batch.id);
      if (permission === undefined) {
        run.work.ack();
        refused.push(run);
        continue;
      }
      const withheld = run.withhold(permission);
      this.#begunMessages += run.batch.messages.length;
      this.#ready.push(run);
      this.#parts.onBegun(run, withheld);
    }
    if (refused.length > 0) this.#parts.onRefused(refused);
  }
}
