// One batch on its way over a link: hands out its messages one by one, collects their results, and knows
// when nothing of it is on the wire any more.
import type { Submission, SubmitResult } from '../../connectors/link-job.ts';
import { type Batch, type BatchMessage, referenceOf } from '../../features/dispatches/batch.ts';
import type { Permission } from '../../features/dispatches/begin-batches.ts';
import type { Outcome } from '../../features/dispatches/outcome.ts';
import type { OwnedLink } from '../../features/operator-links/own-links.ts';
import type { Work } from '../../platform/bus.ts';

const STOPPED_ERROR = 7002;

type OutcomeLink = Pick<OwnedLink, 'id' | 'account_id' | 'receipts_per_part'>;

export class BatchRun {
  readonly batch: Batch;
  readonly work: Work;
  readonly #sent: [string, readonly string[]][] = [];
  readonly #failed: [string, number][] = [];
  #messages: readonly BatchMessage[];
  #next = 0;
  #open = 0;
  #left: 'none' | 'held' | 'link' = 'none';
  #doubt = false;
  #begunAtMs = 0;

  constructor(batch: Batch, work: Work) {
    this.batch = batch;
    this.work = work;
    this.#messages = batch.messages;
  }

  get isExhausted(): boolean {
    return this.#next >= this.#messages.length;
  }

  /** How long the database has had it in flight. */
  get ageMs(): number {
    return performance.now() - this.#begunAtMs;
  }

  /** Nothing more to hand out and nothing unanswered. */
  get isDone(): boolean {
    return this.isExhausted && this.#open === 0;
  }

  /**
   * Before the first message: what is blocked fails without being submitted. Of a batch that was in doubt a copy may
   * be with the operator, so there it counts as handed over, and its receipt tells.
   */
  keepBack({ blocked, ended, inDoubt }: Permission): void {
    this.#begunAtMs = performance.now();
    if (blocked.size === 0 && ended.size === 0) return;
    this.#messages = this.batch.messages.filter(({ id }) => {
      if (ended.has(id)) return false;
      const errorCode = blocked.get(id);
      if (errorCode === undefined) return true;
      if (inDoubt) this.#sent.push([id, []]);
      else this.#failed.push([id, errorCode]);
      return false;
    });
  }

  takeNext(): BatchMessage | undefined {
    const message = this.#messages[this.#next];
    if (message === undefined) return undefined;
    this.#next += 1;
    this.#open += 1;
    return message;
  }

  settle(message: BatchMessage, result: SubmitResult): void {
    this.#open -= 1;
    if (result.kind === 'sent') this.#sent.push([message.id, result.operatorIds]);
    else if (result.kind === 'failed') this.#failed.push([message.id, result.errorCode]);
    else if (result.kind === 'doubt') this.#doubt = true;
    else this.#left = 'link';
  }

  /** The dispatch was stopped: what has not been handed out fails. */
  stop(): void {
    for (const message of this.#messages.slice(this.#next)) this.#failed.push([message.id, STOPPED_ERROR]);
    this.#next = this.#messages.length;
  }

  /** What has not been handed out is left for later. */
  leave(why: 'held' | 'link'): void {
    if (this.isExhausted) return;
    this.#left = why;
    this.#next = this.#messages.length;
  }

  outcome({ id: linkId, account_id: accountId, receipts_per_part }: OutcomeLink, atMs: number): Outcome {
    const { id, attempt, trafficType } = this.batch;
    return {
      batchId: id,
      attempt,
      linkId,
      accountId,
      ...(receipts_per_part === 'one' && { oneReceipt: true }),
      trafficType,
      atMs,
      sent: this.#sent,
      failed: this.#failed,
      rest: this.#doubt ? 'doubt' : this.#left,
    };
  }
}

export const submissionOf = (batch: Batch, message: BatchMessage): Submission => ({
  messageId: message.id,
  channelType: batch.channelType,
  trafficType: batch.trafficType,
  senderName: batch.senderName,
  destination: message.destination,
  text: message.text,
  reference: referenceOf(batch.dispatchId, message.seq),
  ...(message.special !== undefined && { special: message.special }),
  ...(batch.ttlSeconds !== undefined && { ttlSeconds: batch.ttlSeconds }),
});
