// Runs one operator link: receives batches from three lanes, urgent first, begins each in the database before its first
// byte, feeds the link, and reports answers as they arrive. A batch is acknowledged on the bus when its end is
// reported, when none of its messages is on the wire.
import type { Link, LinkJob } from '../../connectors/link-job.ts';
import type { OwnedLink } from '../../features/operator-links/own-links.ts';
import { type Batch, unpackBatch } from '../../features/queue/batches/batch.ts';
import { beginBatches } from '../../features/queue/batches/begin-batches.ts';
import { packOutcomes } from '../../features/queue/batches/outcome.ts';
import type { Consumption, Work } from '../../platform/bus/bus.ts';
import type { Platform } from '../../platform/platform.ts';
import { BatchRun, submissionOf, withOpenCodes } from './batch-run.ts';
import { Lane } from './lane.ts';
import { LaneOrder } from './lane-order.ts';
import { LinkHealth } from './link-health.ts';
import type { StopMarks } from './marks.ts';
import { openLink } from './open-link.ts';
import { OutcomeReports } from './outcome-reports.ts';
import type { ReceiptInbox } from './receipt-inbox.ts';
import { RecentBatches } from './recent-batches.ts';
import { Recipients } from './recipients.ts';
import { SenderAccounts } from './sender-accounts.ts';
import { traceSubmit } from './trace-submit.ts';
import { countUnknownCode } from './unknown-codes.ts';

/**
 * Lanes with their limit of unreported batches. Codes and single messages come in batches of one, so they need many.
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
/** Share of the doubt deadline after which a slow batch is postponed. */
const DEADLINE_SHARE = 1 / 3;
/** Share of the window for messages that this link has given up. */
const UNANSWERED_SHARE = 1 / 4;
const BULK_LANE = 2;

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
  readonly #order: LaneOrder;
  readonly #reports: OutcomeReports;
  readonly #active = new Set<BatchRun>();
  readonly #recent = new RecentBatches();
  readonly #accounts: SenderAccounts;
  readonly #recipients: Recipients;
  readonly #consumptions: Consumption[];
  readonly #ticker: NodeJS.Timeout;
  #closing = false;
  /** The lease of this process at the latest look: batches are compared with it only when it changes. */
  #lease: number | undefined;

  constructor({ platform, link, marks, inbox }: Parts) {
    this.link = link;
    this.#platform = platform;
    this.#marks = marks;
    this.#accounts = new SenderAccounts(platform, link);
    this.#recipients = new Recipients(platform, link);
    this.#health = new LinkHealth(platform, link, () => this.#carrier);
    this.#carrier = openLink(link, platform.config, inbox, {
      next: () => this.#nextJob(),
      onUp: () => this.#health.up(),
      onDown: (reason) => {
        this.#health.down(reason);
        this.#postponeNonBulk();
      },
      onFailedTry: (failed) => this.#health.failedTry(failed),
      onAnswer: (result) => this.#health.answered(result),
      onUnknownCode: (code) => countUnknownCode(platform.metrics, link.protocol, code),
    });
    this.#reports = this.#openReports();
    this.#lanes = [this.#openLane(), this.#openLane(), this.#openLane()];
    this.#order = new LaneOrder(this.#lanes);
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

  /** Begun and unreported batches. */
  get batches(): Batch[] {
    return [...this.#active].map((run) => run.batch);
  }

  /** Call after new marks or new batches. */
  wake(): void {
    this.#carrier.pump();
  }

  /** The row at the latest renewal of the lease. */
  renewed({ bound }: OwnedLink): void {
    this.#health.compareRow(bound);
  }

  async close(): Promise<void> {
    clearInterval(this.#ticker);
    this.#closing = true;
    this.#platform.metrics.remove('volley_link_window_used', { link: this.link.name });
    this.#health.leaving();
    const permissions = Promise.all(this.#lanes.map((lane) => lane.giveBack(CLOSE_MS)));
    await Promise.all(this.#consumptions.map((consumption) => consumption.stop()));
    this.#postpone([...this.#active]);
    await Promise.all([this.#carrier.close(CLOSE_MS), permissions]);
    await this.#health.left();
    await this.#reports.close(LAST_REPORTS_MS);
  }

  #take(work: Work): void {
    if (this.#closing) return work.nak(0);
    const lease = this.#platform.lease();
    if (lease === undefined) return work.nak(1_000);
    const batch = this.#read(work);
    if (batch === undefined) return work.ack();
    if (!this.#recent.isNew(batch)) return work.ack();
    this.#order.laneOf(batch).arrive(new BatchRun(batch, work, lease));
  }

  /** An unreadable batch is dropped from the bus; the lease of its row brings it back. */
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
      begin: (batches) =>
        beginBatches(this.#platform, batches, {
          window: this.link.window_size,
          accountsOf: this.#accounts.linkId,
          ...this.#recipients.wanted,
        }),
      onBegun: (run, withheld) => this.#begun(run, withheld),
      onRefused: (runs) => {
        // Their rows bring them back, possibly with the same attempt.
        for (const run of runs) this.#recent.forget(run.batch);
        this.#platform.bus.wake('requeue');
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
        this.#order.laneOf(run.batch).reported(run);
      },
      onFreed: () => this.#carrier.pump(),
      onStoreFailed: (error) => log.error({ err: error, link: this.link.name }, 'outcomes not published; tried again'),
    });
  }

  /** Withheld messages are reported at once and count as open until then. */
  #begun(run: BatchRun, withheld: number): void {
    this.#active.add(run);
    this.#answeredHere(run, withheld);
    // Begun too late to be sent here. Without a report its messages would be in doubt.
    if (this.#closing || run.lease !== this.#platform.lease()) this.#postpone([run]);
  }

  #nextJob(): LinkJob | undefined {
    this.#postponeLapsed();
    for (let run = this.#order.next(); run !== undefined; run = this.#order.next()) {
      const decision = this.#marks.decide(run.batch);
      if (decision === 'stopped') run.stop();
      else if (decision !== 'go') run.postpone(decision === 'held' ? 'held' : 'link');
      else if (this.#accounts.isHeld(run.account)) run.postpone('held');
      this.#answeredHere(run, run.failExpired(this.#platform.clock.now().getTime()));
      if (run.nextParts !== undefined)
        return this.#reports.hasCapacityFor(run.nextParts) ? this.#jobOf(run) : undefined;
      this.#reportIfDone(run);
    }
    return undefined;
  }

  /** For parts that fail without a submit. */
  #answeredHere(run: BatchRun, parts: number): void {
    if (parts === 0) return;
    this.#reports.handedOut(parts);
    this.#reports.answered(run, parts);
  }

  #jobOf(run: BatchRun): LinkJob | undefined {
    const message = run.takeNext();
    if (message === undefined) return undefined;
    this.#reports.handedOut(message.parts);
    const measured = this.#health.measure(run.batch.trafficType === 'AUTHORIZE' ? message.id : undefined);
    const traced = traceSubmit(this.#platform.traces, this.link, run.batch, message);
    const onResult: LinkJob['onResult'] = (result) => {
      measured(result);
      traced?.(result);
      if (result.kind === 'held') this.#accounts.halt(run.account, result.halt);
      this.#recipients.heard(run, message, result);
      if (run.settle(message, result)) this.#reports.answered(run, message.parts);
      // Messages that wait for another link must not fill the window of this link.
      else if (run.unansweredParts > this.link.window_size * UNANSWERED_SHARE) run.postpone('link');
      this.#reportIfDone(run);
    };
    const own = { account: run.account && this.#accounts.open(run.account), ...run.recipientOf(message) };
    return {
      submission: submissionOf(run.batch, message, this.#platform.clock.now().getTime(), own),
      mayWrite: () => run.lease === this.#platform.lease(),
      onResult,
    };
  }

  #reportIfDone(run: BatchRun): void {
    if (run.isDone && this.#active.delete(run)) this.#reports.ended(run);
  }

  #tick(): void {
    this.#health.refresh();
    this.#postponeLapsed();
    this.#platform.metrics.set('volley_link_window_used', this.#reports.openParts, { link: this.link.name });
    const workingFor = performance.now();
    if (workingFor % STILL_WORKING_MS < 1_000) {
      for (const run of this.#active) run.work.working();
      for (const lane of this.#lanes) for (const run of lane.waiting) run.work.working();
    }
    if (this.#health.downForMs >= DOWN_PATIENCE_MS) this.#postpone([...this.#active]);
    else if (this.#health.downForMs > 0) this.#postponeNonBulk();
    else this.#postponeOld();
  }

  /** Another process may have these batches. Their open answers are still heard: they tell what was submitted. */
  #postponeLapsed(): void {
    const lease = this.#platform.lease();
    if (lease === this.#lease) return;
    this.#lease = lease;
    this.#postpone([...this.#active].filter((run) => run.lease !== lease));
  }

  #postponeOld(): void {
    const oldMs = this.#platform.config.batchDeadlineMs * DEADLINE_SHARE;
    const old = [...this.#active].filter((run) => run.ageMs > oldMs);
    if (old.length > 0) this.#postpone(old);
  }

  /** Another link may take urgent and normal batches at once. Bulk waits some seconds: the link may come back. */
  #postponeNonBulk(): void {
    const urgent = [...this.#active].filter(({ batch }) => batch.lane < BULK_LANE);
    if (urgent.length > 0) this.#postpone(urgent);
  }

  /** Returns the messages that are not on the wire; the outcome names the others. */
  #postpone(runs: readonly BatchRun[]): void {
    this.#carrier.giveBackWaiting();
    for (const run of runs) {
      run.postpone('link');
      this.#reportIfDone(run);
    }
  }
}
