// Works one operator link: takes batches from its three lanes, urgent first, asks the database before the first byte of
// each, feeds the link, and reports answers as they come. The work on the bus is acknowledged when the end of the batch
// is reported: nothing of it is on the wire any more.
import type { Link, LinkJob } from '../../connectors/link-job.ts';
import { type Batch, unpackBatch } from '../../features/dispatches/batch.ts';
import { beginBatches } from '../../features/dispatches/begin-batches.ts';
import { packOutcomes } from '../../features/dispatches/outcome.ts';
import type { OwnedLink } from '../../features/operator-links/own-links.ts';
import type { Consumption, Work } from '../../platform/bus.ts';
import type { Platform } from '../../platform/platform.ts';
import { BatchRun, submissionOf, withOpenCodes } from './batch-run.ts';
import { Lane } from './lane.ts';
import { LinkHealth } from './link-health.ts';
import type { StopMarks } from './marks.ts';
import { openLink } from './open-link.ts';
import { OutcomeReports } from './outcome-reports.ts';
import type { ReceiptInbox } from './receipt-inbox.ts';
import { RecentBatches } from './recent-batches.ts';

/**
 * The lanes, and the batches of each that may be here and not yet reported. Codes and single messages come in batches
 * of one: of these it takes many to keep a link busy.
 */
const LANES = [
  ['urgent', 64],
  ['normal', 64],
  ['bulk', 6],
] as const;
const ACK_WAIT_MS = 20_000;
const STILL_WORKING_MS = 5_000;
const DOWN_PATIENCE_MS = 5_000;
const CLOSE_MS = 8_000;
const LAST_REPORTS_MS = 3_000;
/** Of the deadline after which a batch is in doubt. What an operator keeps waiting goes back before, to come again. */
const STAY = 1 / 3;
/** Of the window, for messages that this link has given up. */
const KEPT_SHARE = 1 / 4;
const BULK_LANE = 2;
/** After so many batches of the normal lane a bulk one gets its turn. */
const NORMAL_IN_A_ROW = 4;

type Parts = {
  readonly platform: Platform;
  readonly link: OwnedLink;
  readonly marks: StopMarks;
  readonly inbox: ReceiptInbox;
};

export class LinkWorker {
  readonly link: OwnedLink;
  readonly #platform: Platform;
  readonly #marks: StopMarks;
  readonly #carrier: Link;
  readonly #health: LinkHealth;
  readonly #lanes: readonly [urgent: Lane, normal: Lane, bulk: Lane];
  readonly #reports: OutcomeReports;
  readonly #active = new Set<BatchRun>();
  readonly #recent = new RecentBatches();
  readonly #consumptions: Consumption[];
  readonly #ticker: NodeJS.Timeout;
  #closing = false;
  #current: BatchRun | undefined;
  #normalInARow = 0;

  constructor({ platform, link, marks, inbox }: Parts) {
    this.link = link;
    this.#platform = platform;
    this.#marks = marks;
    this.#health = new LinkHealth(platform, link, () => this.#carrier);
    this.#carrier = openLink(link, platform.config, inbox, {
      next: () => this.#nextJob(),
      onUp: () => this.#health.up(),
      onDown: (reason) => {
        this.#health.down(reason);
        this.#leaveHurried();
      },
      onFailedTry: (failed) => this.#health.failedTry(failed),
      onAnswer: (result) => platform.metrics.count('volley_submits_total', { link: link.name, result }),
    });
    this.#reports = this.#openReports();
    this.#lanes = [this.#openLane(), this.#openLane(), this.#openLane()];
    this.#consumptions = LANES.map(([lane, maxPending]) =>
      platform.bus.consume(
        {
          stream: 'send',
          key: `${lane}.${link.id}`,
          name: `link-${link.id}-${lane}`,
          maxPending,
          ackWaitMs: ACK_WAIT_MS,
        },
        (work) => this.#take(work),
      ),
    );
    this.#ticker = setInterval(() => this.#tick(), 1_000);
  }

  /** The batches on or before the wire, for the marks. */
  get batches(): Batch[] {
    return [...this.#active].map((run) => run.batch);
  }

  /** New marks or new batches: look again. */
  wake(): void {
    this.#carrier.pump();
  }

  /** The row as it was when the lease was last renewed. */
  renewed({ bound }: OwnedLink): void {
    this.#health.rowSays(bound);
  }

  async close(): Promise<void> {
    clearInterval(this.#ticker);
    this.#closing = true;
    this.#health.leaving();
    for (const lane of this.#lanes) lane.giveBack();
    await Promise.all(this.#consumptions.map((consumption) => consumption.stop()));
    this.#leaveAll();
    await this.#carrier.close(CLOSE_MS);
    await this.#health.left();
    await this.#reports.close(LAST_REPORTS_MS);
  }

  #take(work: Work): void {
    if (this.#closing) return work.nak(0);
    const batch = this.#read(work);
    if (batch === undefined) return work.ack();
    if (!this.#recent.isNew(batch)) return work.ack();
    this.#laneOf(batch).arrive(new BatchRun(batch, work));
  }

  /** What cannot be read is dropped from the bus: the row's lease brings the batch back in a form that can. */
  #read(work: Work): Batch | undefined {
    try {
      return withOpenCodes(unpackBatch(work.payload), this.#platform.secrets);
    } catch (error) {
      this.#platform.log.error({ err: error, link: this.link.name }, 'a batch on the bus cannot be read');
      return undefined;
    }
  }

  #openLane(): Lane {
    return new Lane({
      begin: (batches) => beginBatches(this.#platform, batches, this.link.window_size),
      onBegun: (run, keptBack) => this.#begun(run, keptBack),
      onRefused: (runs) => {
        // Their rows bring them back, perhaps as the same attempt.
        for (const run of runs) this.#recent.forget(run.batch);
        this.#platform.bus.ring('requeue');
      },
      onReady: () => this.#carrier.pump(),
      onFailed: (runs, error) => {
        this.#platform.log.warn({ err: error, link: this.link.name }, 'batches not begun; they come again');
        for (const run of runs) {
          this.#recent.forget(run.batch);
          run.work.nak(1_000);
        }
      },
    });
  }

  #openReports(): OutcomeReports {
    const { bus, clock, log } = this.#platform;
    return new OutcomeReports({
      window: this.link.window_size,
      outcomeOf: (run) => run.takeOutcome(this.link, clock.now().getTime()),
      store: (id, outcomes) => bus.publish('outcome', String(this.link.id), id, packOutcomes(outcomes)),
      onEnded: (run) => {
        run.work.ack();
        this.#laneOf(run.batch).reported(run);
      },
      onRoom: () => this.#carrier.pump(),
      onTrouble: (error) => log.error({ err: error, link: this.link.name }, 'outcomes not published; tried again'),
    });
  }

  /** What is kept back is told at once, and counts as open until then. */
  #begun(run: BatchRun, keptBack: number): void {
    this.#active.add(run);
    if (keptBack === 0) return;
    this.#reports.handedOut(keptBack);
    this.#reports.answered(run, keptBack);
  }

  #laneOf({ lane }: Batch): Lane {
    const found = this.#lanes[lane];
    if (found === undefined) throw new Error(`a batch of no lane: ${lane}`);
    return found;
  }

  #nextJob(): LinkJob | undefined {
    if (!this.#platform.holdsLease()) this.#leaveAll();
    for (let run = this.#runToServe(); run !== undefined; run = this.#runToServe()) {
      const verdict = this.#marks.verdict(run.batch);
      if (verdict === 'stopped') run.stop();
      else if (verdict !== 'go') run.leave(verdict === 'held' ? 'held' : 'link');
      this.#failOver(run);
      if (run.nextParts !== undefined) return this.#reports.hasRoomFor(run.nextParts) ? this.#jobOf(run) : undefined;
      this.#reportIfDone(run);
    }
    return undefined;
  }

  #failOver(run: BatchRun): void {
    const parts = run.failOver(this.#platform.clock.now().getTime());
    if (parts === 0) return;
    this.#reports.handedOut(parts);
    this.#reports.answered(run, parts);
  }

  #jobOf(run: BatchRun): LinkJob | undefined {
    const message = run.takeNext();
    if (message === undefined) return undefined;
    this.#reports.handedOut(message.parts);
    const onResult: LinkJob['onResult'] = (result) => {
      if (run.settle(message, result)) this.#reports.answered(run, message.parts);
      // What waits for another link must not fill the window of this one.
      else if (run.keptParts > this.link.window_size * KEPT_SHARE) run.leave('link');
      this.#reportIfDone(run);
    };
    return { submission: submissionOf(run.batch, message, this.#platform.clock.now().getTime()), onResult };
  }

  /** The run being served, unless an urgent one is waiting; else the next by lane. */
  #runToServe(): BatchRun | undefined {
    const [urgent, normal, bulk] = this.#lanes;
    if (this.#current?.isExhausted) this.#current = undefined;
    if (urgent.hasReady && this.#current?.batch.lane !== 0) {
      if (this.#current !== undefined) this.#laneOf(this.#current.batch).putBack(this.#current);
      this.#current = urgent.takeReady();
    }
    if (this.#current === undefined) {
      const bulkTurn = !normal.hasReady || (bulk.hasReady && this.#normalInARow >= NORMAL_IN_A_ROW);
      this.#normalInARow = bulkTurn ? 0 : this.#normalInARow + 1;
      this.#current = (bulkTurn ? bulk : normal).takeReady();
    }
    return this.#current;
  }

  #reportIfDone(run: BatchRun): void {
    if (run.isDone && this.#active.delete(run)) this.#reports.ended(run);
  }

  #tick(): void {
    this.#health.refresh();
    const workingFor = performance.now();
    if (workingFor % STILL_WORKING_MS < 1_000) {
      for (const run of this.#active) run.work.working();
      for (const lane of this.#lanes) for (const run of lane.waiting) run.work.working();
    }
    if (this.#health.downForMs >= DOWN_PATIENCE_MS) this.#leaveAll();
    else if (this.#health.downForMs > 0) this.#leaveHurried();
    else this.#leaveOld();
  }

  #leaveOld(): void {
    const oldMs = this.#platform.config.batchDeadlineMs * STAY;
    const old = [...this.#active].filter((run) => run.ageMs > oldMs);
    if (old.length > 0) this.#leave(old);
  }

  /** Another link may take them at once; bulk waits for some seconds, the link may come back. */
  #leaveHurried(): void {
    const hurried = [...this.#active].filter(({ batch }) => batch.lane < BULK_LANE);
    if (hurried.length > 0) this.#leave(hurried);
  }

  #leaveAll(): void {
    this.#leave([...this.#active]);
  }

  /** What is not on the wire goes back; the outcome tells exactly what was. */
  #leave(runs: readonly BatchRun[]): void {
    this.#carrier.giveBackWaiting();
    for (const run of runs) {
      run.leave('link');
      this.#reportIfDone(run);
    }
  }
}
