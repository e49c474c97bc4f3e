// One batch on its way over a link: hands out its messages one by one, collects their results for the next report, and
// knows when nothing of it is on the wire any more.
import type { Submission, SubmitResult } from '../../connectors/link-job.ts';
import { type Batch, type BatchMessage, referenceOf } from '../../features/dispatches/batch.ts';
import type { Permission } from '../../features/dispatches/begin-batches.ts';
import type { Outcome } from '../../features/dispatches/outcome.ts';
import { openContent } from '../../features/messages/sealed-content.ts';
import type { OwnedLink } from '../../features/operator-links/own-links.ts';
import type { Work } from '../../platform/bus.ts';
import { uuidTimeMs } from '../../platform/uuid-v7.ts';

const STOPPED_ERROR = 7002;
const OVER_ERROR = 7060;

type OutcomeLink = Pick<OwnedLink, 'id' | 'account_id' | 'receipts_per_part'>;

export class BatchRun {
  readonly batch: Batch;
  readonly work: Work;
  #sent: [string, readonly string[]][] = [];
  #failed: [string, number][] = [];
  /** Messages that no report has named yet. */
  #untold: number;
  #messages: readonly BatchMessage[];
  #next = 0;
  #open = 0;
  #left: 'none' | 'held' | 'link' = 'none';
  #doubt = false;
  /** Of the first message that was left and never handed out. */
  #untouchedFrom: number | undefined;
  #keptParts = 0;
  #elsewhere = false;
  #ended = false;
  #begunAtMs = 0;

  constructor(batch: Batch, work: Work) {
    this.batch = batch;
    this.work = work;
    this.#messages = batch.messages;
    this.#untold = batch.messages.length;
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
   * Before the first message: what is blocked, or a code that was wiped, fails without being submitted. Of a batch that was in doubt a copy may
   * be with the operator, so there it counts as handed over, and its receipt tells. Returns the parts kept back.
   */
  keepBack({ blocked, ended, inDoubt }: Permission): number {
    this.#begunAtMs = performance.now();
    if (blocked.size === 0 && ended.size === 0 && !this.batch.isCode) return 0;
    let keptBack = 0;
    this.#messages = this.batch.messages.filter(({ id, parts, sealed }) => {
      if (ended.has(id)) {
        this.#untold -= 1;
        return false;
      }
      const errorCode = blocked.get(id) ?? (sealed === null ? OVER_ERROR : undefined);
      if (errorCode === undefined) return true;
      keptBack += parts;
      if (inDoubt) this.#sent.push([id, []]);
      else this.#failed.push([id, errorCode]);
      return false;
    });
    return keptBack;
  }

  /** The parts of the message that is next. */
  get nextParts(): number | undefined {
    return this.#messages[this.#next]?.parts;
  }

  takeNext(): BatchMessage | undefined {
    const message = this.#messages[this.#next];
    if (message === undefined) return undefined;
    this.#next += 1;
    this.#open += 1;
    return message;
  }

  /**
   * True when the operator has answered for good. Else the message stays open until the end of the batch is reported,
   * and when an answer was lost or the link is gone, nothing more of the batch is handed out.
   */
  settle(message: BatchMessage, result: SubmitResult): boolean {
    this.#open -= 1;
    if (result.kind === 'sent') this.#sent.push([message.id, result.operatorIds]);
    else if (result.kind === 'failed') this.#failed.push([message.id, result.errorCode]);
    if (result.kind === 'sent' || result.kind === 'failed') return true;
    this.#keptParts += message.parts;
    if (result.kind === 'elsewhere') this.#elsewhere = true;
    else this.leave('link');
    if (result.kind === 'doubt') this.#doubt = true;
    else this.#left = 'link';
    return false;
  }

  /** Parts that are neither on the wire nor answered. */
  get keptParts(): number {
    return this.#keptParts;
  }

  /** The next report is the last. Returns the parts that stay without an answer. */
  end(): number {
    this.#ended = true;
    return this.#keptParts;
  }

  /** Codes at the front that nobody can enter any more fail instead of going out. Returns their parts. */
  failOver(nowMs: number): number {
    const { isCode, ttlSeconds } = this.batch;
    if (isCode === undefined || ttlSeconds === undefined) return 0;
    let parts = 0;
    for (let message = this.#messages[this.#next]; message !== undefined; message = this.#messages[this.#next]) {
      if (nowMs < uuidTimeMs(message.id) + ttlSeconds * 1_000) break;
      this.#failed.push([message.id, OVER_ERROR]);
      this.#next += 1;
      parts += message.parts;
    }
    return parts;
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
    this.#untouchedFrom = this.#messages[this.#next]?.seq;
    this.#next = this.#messages.length;
  }

  /** What is new since it was asked before. */
  takeOutcome({ id: linkId, account_id: accountId, receipts_per_part }: OutcomeLink, atMs: number): Outcome {
    const { id, attempt, trafficType } = this.batch;
    const [sent, failed] = [this.#sent, this.#failed];
    this.#sent = [];
    this.#failed = [];
    this.#untold -= sent.length + failed.length;
    return {
      batchId: id,
      attempt,
      linkId,
      accountId,
      ...(receipts_per_part === 'one' && { oneReceipt: true }),
      trafficType,
      atMs,
      sent,
      failed,
      ...this.#rest(),
    };
  }

  #rest(): Pick<Outcome, 'rest' | 'left' | 'elsewhere' | 'untouchedFrom'> {
    if (!this.#ended) return { rest: 'open' };
    return {
      rest: this.#doubt ? 'doubt' : this.#left,
      left: this.#untold,
      ...(this.#elsewhere && { elsewhere: true }),
      ...(this.#untouchedFrom !== undefined && { untouchedFrom: this.#untouchedFrom }),
    };
  }
}

/** Codes are opened here, in the memory of the process that hands them over, and nowhere before. */
export function withOpenCodes(batch: Batch, secrets: Parameters<typeof openContent>[0]): Batch {
  if (!batch.messages.some(({ sealed }) => sealed)) return batch;
  const messages = batch.messages.map((message): BatchMessage => {
    if (!message.sealed) return message;
    const { special: _masked, ...rest } = message;
    const { text, special } = openContent(secrets, message.sealed);
    return { ...rest, text, ...(special !== null && { special }) };
  });
  return { ...batch, messages };
}

export const submissionOf = (batch: Batch, message: BatchMessage, nowMs: number): Submission => ({
  messageId: message.id,
  channelType: batch.channelType,
  trafficType: batch.trafficType,
  senderName: batch.senderName,
  destination: message.destination,
  text: message.text,
  reference: referenceOf(batch.dispatchId, message.seq),
  ...(message.special !== undefined && { special: message.special }),
  ...(batch.ttlSeconds !== undefined && { ttlSeconds: lifetimeLeft(batch, message, batch.ttlSeconds, nowMs) }),
  ...(batch.movable && { movable: true }),
});

function lifetimeLeft({ isCode }: Batch, { id }: BatchMessage, ttlSeconds: number, nowMs: number): number {
  if (isCode === undefined) return ttlSeconds;
  return Math.max(1, Math.floor(ttlSeconds - (nowMs - uuidTimeMs(id)) / 1_000));
}
