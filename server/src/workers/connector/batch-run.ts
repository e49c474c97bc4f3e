// A batch on a link: hands out its messages one by one, collects their results for the next report, and knows when
// none of its messages is on the wire.

import { PROTOCOL_FACTS } from '@volley/domain/links/provider-protocol.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { SessionFacts } from '@volley/domain/templates/provider-template.ts';
import type { Submission, SubmitResult } from '../../connectors/link-job.ts';
import { openContent } from '../../features/messages/sealed-content.ts';
import type { OwnedLink } from '../../features/operator-links/own-links.ts';
import { type Batch, type BatchMessage, referenceOf } from '../../features/queue/batches/batch.ts';
import type { Permission } from '../../features/queue/batches/begin-batches.ts';
import type { Outcome } from '../../features/queue/batches/outcome.ts';
import type { StoredAccount } from '../../features/sender-accounts/stored-account.ts';
import type { Work } from '../../platform/bus/bus.ts';
import { uuidTimeMs } from '../../platform/uuid-v7.ts';

type OutcomeLink = Pick<OwnedLink, 'id' | 'account_id' | 'receipts_per_part' | 'protocol'>;

export class BatchRun {
  readonly batch: Batch;
  readonly work: Work;
  /** The lease of this process under which it arrived. */
  readonly lease: number;
  #sent: Outcome['sent'][number][] = [];
  #failed: Outcome['failed'][number][] = [];
  /** Messages that no report has named yet. */
  #unreported: number;
  #messages: readonly BatchMessage[];
  #next = 0;
  #open = 0;
  #left: 'none' | 'held' | 'link' = 'none';
  #doubt = false;
  /** Position of the first postponed message. */
  #untouchedFrom: number | undefined;
  #unansweredParts = 0;
  #elsewhere = false;
  #noReceipts = false;
  #ended = false;
  #begunAtMs = 0;
  #account: StoredAccount | undefined;
  #addresses: ReadonlyMap<string, string> | undefined;
  #sessions: ReadonlyMap<string, SessionFacts> | undefined;

  constructor(batch: Batch, work: Work, lease: number) {
    this.batch = batch;
    this.work = work;
    this.lease = lease;
    this.#messages = batch.messages;
    this.#unreported = batch.messages.length;
  }

  get isExhausted(): boolean {
    return this.#next >= this.#messages.length;
  }

  /** Time since the batch was marked in flight. */
  get ageMs(): number {
    return performance.now() - this.#begunAtMs;
  }

  /** The account of the sender name at the provider, with its secrets sealed. */
  get account(): StoredAccount | undefined {
    return this.#account;
  }

  /** The id of the recipient at the provider; undefined where recipients are addressed by number. */
  addressOf({ destination }: BatchMessage): string | undefined {
    return this.#addresses?.get(destination);
  }

  /** Facts of the provider about the recipient, if the protocol has them. */
  recipientOf(message: BatchMessage): Pick<AtProvider, 'address' | 'session'> {
    return { address: this.addressOf(message), session: this.#sessions?.get(message.id) };
  }

  /** All messages are handed out and answered. */
  get isDone(): boolean {
    return this.isExhausted && this.#open === 0;
  }

  /**
   * Call before the first message. Blocked messages and wiped codes fail without a submit; in a batch that was in doubt
   * they count as handed over, because a copy may be with the operator. Returns the number of withheld parts.
   */
  withhold({ blocked, ended, inDoubt, account, addresses, sessions }: Permission): number {
    this.#begunAtMs = performance.now();
    this.#account = account;
    this.#addresses = addresses;
    this.#sessions = sessions;
    if (blocked.size === 0 && ended.size === 0 && !this.batch.isCode) return 0;
    let withheld = 0;
    this.#messages = this.batch.messages.filter(({ id, parts, sealed }) => {
      if (ended.has(id)) {
        this.#unreported -= 1;
        return false;
      }
      const errorCode = blocked.get(id) ?? (sealed === null ? ERROR.lifetimeOver : undefined);
      if (errorCode === undefined) return true;
      withheld += parts;
      if (inDoubt) this.#sent.push([id, []]);
      else this.#failed.push([id, errorCode]);
      return false;
    });
    return withheld;
  }

  /** Number of parts of the next message. */
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
   * Returns true for a final answer. Otherwise the message stays open until the end of the batch is reported; after a
   * lost answer, a closed link or a halted account the remaining messages are postponed.
   */
  settle(message: BatchMessage, result: SubmitResult): boolean {
    this.#open -= 1;
    if (result.kind === 'sent') {
      this.#sent.push(sentOf(message, result));
      // Stays for the later reports: the last one stands for all when reports are merged.
      if (result.isFinal) this.#noReceipts = true;
    } else if (result.kind === 'failed') this.#failed.push(failureOf(message, result));
    if (result.kind === 'sent' || result.kind === 'failed') return true;
    this.#unansweredParts += message.parts;
    const why = result.kind === 'held' ? 'held' : 'link';
    if (result.kind === 'elsewhere') this.#elsewhere = true;
    else this.postpone(why);
    if (result.kind === 'doubt') this.#doubt = true;
    else this.#left = why;
    return false;
  }

  /** Parts that are neither on the wire nor answered. */
  get unansweredParts(): number {
    return this.#unansweredParts;
  }

  /** Makes the next report the last. Returns the number of unanswered parts. */
  end(): number {
    this.#ended = true;
    return this.#unansweredParts;
  }

  /** Fails the next messages that are expired codes. Returns their number of parts. */
  failExpired(nowMs: number): number {
    const { isCode, ttlSeconds } = this.batch;
    if (isCode === undefined || ttlSeconds === undefined) return 0;
    let parts = 0;
    for (let message = this.#messages[this.#next]; message !== undefined; message = this.#messages[this.#next]) {
      if (nowMs < uuidTimeMs(message.id) + ttlSeconds * 1_000) break;
      this.#failed.push([message.id, ERROR.lifetimeOver]);
      this.#next += 1;
      parts += message.parts;
    }
    return parts;
  }

  /** The dispatch was stopped: fails the messages that are not handed out. */
  stop(): void {
    for (const message of this.#messages.slice(this.#next)) this.#failed.push([message.id, ERROR.stopped]);
    this.#next = this.#messages.length;
  }

  /** Leaves the messages that are not handed out for a later attempt. */
  postpone(why: 'held' | 'link'): void {
    if (this.isExhausted) return;
    this.#left = why;
    this.#untouchedFrom = this.#messages[this.#next]?.seq;
    this.#next = this.#messages.length;
  }

  /** Results since the previous call. */
  takeOutcome(link: OutcomeLink, atMs: number): Outcome {
    const { id: linkId, account_id: accountId, receipts_per_part, protocol } = link;
    const { id, attempt, trafficType } = this.batch;
    const [sent, failed] = [this.#sent, this.#failed];
    this.#sent = [];
    this.#failed = [];
    this.#unreported -= sent.length + failed.length;
    return {
      batchId: id,
      attempt,
      linkId,
      accountId,
      ...(receipts_per_part === 'one' && { oneReceipt: true }),
      ...(this.#noReceipts && { noReceipts: true }),
      ...(PROTOCOL_FACTS[protocol].saysCost && { saysCost: true }),
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
      left: this.#unreported,
      ...(this.#elsewhere && { elsewhere: true }),
      ...(this.#untouchedFrom !== undefined && { untouchedFrom: this.#untouchedFrom }),
    };
  }
}

type Failed = Extract<SubmitResult, { kind: 'failed' }>;

type Sent = Extract<SubmitResult, { kind: 'sent' }>;

const sentOf = ({ id }: BatchMessage, { operatorIds, cost }: Sent): Outcome['sent'][number] =>
  cost === undefined ? [id, operatorIds] : [id, operatorIds, cost];

/** JSON writes an undefined element as null, so an absent code is left out. */
const failureOf = ({ id }: BatchMessage, { errorCode, providerCode }: Failed): Outcome['failed'][number] =>
  providerCode === undefined ? [id, errorCode] : [id, errorCode, providerCode];

/** Codes are unsealed only here, in the memory of the process that hands them over. */
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

/** Facts of the provider about a sender name and a recipient. */
export type AtProvider = {
  readonly account?: SenderAccount | undefined;
  readonly address?: string | undefined;
  readonly session?: SessionFacts | undefined;
};

export const submissionOf = (
  batch: Batch,
  message: BatchMessage,
  nowMs: number,
  { account, address, session }: AtProvider = {},
): Submission => ({
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
  ...(account !== undefined && { account }),
  ...(address !== undefined && { address }),
  ...(session !== undefined && { session }),
});

function lifetimeLeft({ isCode }: Batch, { id }: BatchMessage, ttlSeconds: number, nowMs: number): number {
  if (isCode === undefined) return ttlSeconds;
  return Math.max(1, Math.floor(ttlSeconds - (nowMs - uuidTimeMs(id)) / 1_000));
}
