// The steps of the engine one by one, without workers: a test decides the next step, the losses of the bus and the
// answers of the operator.
import { randomUUID } from 'node:crypto';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { putRecipient } from '../../src/features/blacklist/put-recipient.ts';
import { createDispatch } from '../../src/features/dispatches/create-dispatch.ts';
import { startDispatch } from '../../src/features/dispatches/start-dispatch.ts';
import { stopDispatch } from '../../src/features/dispatches/stop-dispatch.ts';
import { type BatchMessage, referenceOf } from '../../src/features/queue/batches/batch.ts';
import { beginBatches, type Permission } from '../../src/features/queue/batches/begin-batches.ts';
import { claimBatches } from '../../src/features/queue/batches/claim-batches.ts';
import type { OutgoingBatch } from '../../src/features/queue/batches/cut-batches.ts';
import type { Outcome } from '../../src/features/queue/batches/outcome.ts';
import { turnDispatches } from '../../src/features/queue/strands/turn-month.ts';
import { RECEIPT_STATES } from '../../src/features/receipts/receipt.ts';
import { storeReceipts } from '../../src/features/receipts/store-receipts.ts';
import { suspendSender, unsuspendSender } from '../../src/features/senders/suspend-sender.ts';
import { requeueDueBatches } from '../../src/features/settlement/doubts/requeue-batches.ts';
import { markLostBatchesInDoubt, recoverByReceipts } from '../../src/features/settlement/doubts/resolve-doubts.ts';
import { endLifetimes, failUnsent } from '../../src/features/settlement/end-waiting.ts';
import { recordOutcomes } from '../../src/features/settlement/record-outcomes.ts';
import { advanceSandboxClock } from '../../src/platform/clock/sandbox-clock.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { ageBatchesInFlight, makeBatchesDue, orphanBatch, undoubtedOf } from '../given/rows/batches.ts';
import { endResendPauses, readEvidence } from '../given/rows/engine.ts';
import { makeReceiptsDue } from '../given/rows/receipts.ts';

type Submitted = {
  accountId: number;
  operatorMessageId: string;
  destination: string;
  reference: number;
  messageId: string;
};
type Answer = 'sent' | 'failed' | 'lost';
/** The last message is handed over, or left. `elsewhere`: the tries of the link are used up. */
export type Tail = 'none' | 'held' | 'link' | 'elsewhere';

const REST = { none: 'none', held: 'held', link: 'link', elsewhere: 'link' } as const;

const numberAt = (at: number) => String(79_161_230_000 + at);
const LONG = 'л'.repeat(150);
/** Parts that a connector of these steps leaves without a stored answer. */
const OPEN_MAX = 4;

export class EngineSteps {
  readonly #platform: Platform;
  readonly #actor: Actor;
  readonly #company: { readonly companyId: number; readonly senderId: number };
  readonly #dispatches: number[] = [];
  /** Published work; the bus may deliver it never, once or twice. */
  readonly #bus: OutgoingBatch[] = [];
  /** Work that a connector has begun and not yet reported. */
  readonly #wire: OnWire[] = [];
  readonly #outcomes: Outcome[] = [];
  /** The operator's messages, known to the engine or not. */
  readonly #submitted: Submitted[] = [];

  constructor(platform: Platform, actor: Actor, company: { companyId: number; senderId: number }) {
    this.#platform = platform;
    this.#actor = actor;
    this.#company = company;
  }

  /** The operator's messages by our ids; a message of several parts, or sent twice, occurs several times. */
  get submitted(): string[] {
    return this.#submitted.map(({ messageId }) => messageId);
  }

  /** Work that another process has published. */
  publish(outgoing: readonly OutgoingBatch[]): void {
    this.#bus.push(...outgoing);
  }

  async start(count: number): Promise<void> {
    const { companyId, senderId } = this.#company;
    const text = { name: 'July', channelType: 'SMS', text: 'Hi' };
    const messages = Array.from({ length: count }, (_, at) => ({
      destination: numberAt(at),
      ...(at % 3 === 2 && { customText: LONG }),
    }));
    await orRefused(async () => {
      const draft = { companyId, senderIds: [senderId], messages, ...text };
      const { id } = await createDispatch(this.#platform, this.#actor, draft);
      await startDispatch(this.#platform, this.#actor, id);
      this.#dispatches.push(id);
    });
  }

  async stop(pick: number): Promise<void> {
    const id = this.#dispatches.at(pick % Math.max(1, this.#dispatches.length));
    if (id !== undefined) await orRefused(() => stopDispatch(this.#platform, this.#actor, id));
  }

  async hold(held: boolean): Promise<void> {
    const { senderId } = this.#company;
    if (held) await suspendSender(this.#platform, this.#actor, senderId, undefined);
    else await unsuspendSender(this.#platform, this.#actor, senderId);
  }

  async blacklist(at: number, blacklist: boolean): Promise<void> {
    const entry = { companyId: this.#company.companyId, msisdn: numberAt(at), blacklist };
    await putRecipient(this.#platform, this.#actor, entry);
  }

  async claim(): Promise<void> {
    const { outgoing, stale } = await claimBatches(this.#platform, new Map());
    this.#bus.push(...outgoing);
    await turnDispatches(this.#platform, stale);
  }

  async requeue(): Promise<void> {
    await makeBatchesDue(this.#place);
    for (;;) {
      await readEvidence(this.#place);
      // Bulk in doubt is sent one batch at a time; the steps skip the pause between two.
      await endResendPauses(this.#place);
      const { outgoing, more, stale } = await requeueDueBatches(this.#platform);
      this.#bus.push(...outgoing);
      const turned = await turnDispatches(this.#platform, stale);
      if (outgoing.length === 0 && !more && turned === 0) return;
    }
  }

  /** Delivers a piece of work, perhaps again. */
  async begin(pick: number): Promise<void> {
    const work = this.#bus.at(pick % Math.max(1, this.#bus.length));
    if (work === undefined) return;
    const begun = await beginBatches(this.#platform, [work.batch], { window: OPEN_MAX });
    const permission = begun.get(work.batch.id);
    if (permission !== undefined) this.#wire.push({ batch: work.batch, permission });
  }

  /**
   * The operator gets the batch; each message is answered, refused, or its answer is lost. Reported in two outcomes.
   */
  async submit(pick: number, answers: readonly Answer[], tail: Tail): Promise<void> {
    const [work] = this.#wire.splice(pick % Math.max(1, this.#wire.length), 1);
    if (work === undefined) return;
    const { batch, permission } = work;
    const { sent, failed, free } = keptBack(work);
    let lost = false;
    const handed = tail === 'none' ? free : free.slice(0, -1);
    for (const [at, message] of handed.entries()) {
      const answer = answers.at(at % answers.length);
      if (answer === 'failed') {
        failed.push([message.id, ERROR.senderUnavailable]);
        continue;
      }
      const ids = this.#handOver(batch, message);
      if (answer === 'sent') sent.push([message.id, ids]);
      else lost = true;
    }
    const untouched = lost ? free[handed.length]?.seq : undefined;
    const half = Math.ceil(sent.length / 2);
    this.#outcomes.push(
      { ...this.#pieceOf(batch), sent: sent.slice(0, half), failed: [], rest: 'open' },
      {
        ...this.#pieceOf(batch),
        sent: sent.slice(half),
        failed,
        rest: lost ? 'doubt' : REST[tail],
        ...(tail === 'elsewhere' && { elsewhere: true }),
        left: batch.messages.length - permission.ended.size - sent.length - failed.length,
        ...(untouched !== undefined && { untouchedFrom: untouched }),
      },
    );
  }

  /** The connector stored some answers of a batch, had its whole window on the wire, and died. */
  async crash(pick: number, answered: number): Promise<void> {
    const [work] = this.#wire.splice(pick % Math.max(1, this.#wire.length), 1);
    if (work === undefined) return;
    const { batch } = work;
    const { sent, failed, free } = keptBack(work);
    for (const message of free.slice(0, answered)) sent.push([message.id, this.#handOver(batch, message)]);
    await recordOutcomes(this.#platform, [{ ...this.#pieceOf(batch), sent, failed, rest: 'open' }]);
    const onWire: string[] = [];
    let parts = 0;
    for (const message of free.slice(answered)) {
      parts += message.parts;
      if (onWire.length > 0 && parts > OPEN_MAX) break;
      this.#handOver(batch, message);
      onWire.push(message.id);
    }
    await orphanBatch(this.#place, batch.id);
    await readEvidence(this.#place);
    await markLostBatchesInDoubt(this.#platform);
    await this.#expectDoubt(onWire);
    await recoverByReceipts(this.#platform);
  }

  #handOver(batch: OutgoingBatch['batch'], message: BatchMessage): string[] {
    const ids = Array.from({ length: message.parts }, () => randomUUID());
    for (const operatorMessageId of ids)
      this.#submitted.push({
        accountId: batch.linkId,
        operatorMessageId,
        destination: message.destination,
        reference: referenceOf(batch.dispatchId, message.seq),
        messageId: message.id,
      });
    return ids;
  }

  #pieceOf({ id: batchId, attempt, linkId, trafficType }: OutgoingBatch['batch']) {
    return { batchId, attempt, linkId, trafficType, atMs: this.#platform.clock.now().getTime() };
  }

  /** Checks that no message that may be with the operator waits as if it had never been submitted. */
  async #expectDoubt(ids: readonly string[]): Promise<void> {
    const found = await undoubtedOf(this.#place, ids);
    if (found.length > 0) throw new Error(`messages on the wire and not in doubt: ${found.join(', ')}`);
  }

  /** An outcome reaches the recorder; it stays on the bus and may be delivered again. */
  async record(pick: number): Promise<void> {
    const outcome = this.#outcomes.at(pick % Math.max(1, this.#outcomes.length));
    await recordOutcomes(this.#platform, outcome === undefined ? [] : [outcome]);
  }

  async receipt(pick: number, state: keyof typeof RECEIPT_STATES): Promise<void> {
    const submitted = this.#submitted.at(pick % Math.max(1, this.#submitted.length));
    if (submitted === undefined) return;
    const failure = { errorCode: state === 'delivered' ? null : ERROR.subscriberAbsent, providerCode: null };
    const receivedAt = this.#platform.clock.now();
    await storeReceipts(this.#platform, [{ ...submitted, state: RECEIPT_STATES[state], ...failure, receivedAt }]);
    await makeReceiptsDue(this.#place);
    await recordOutcomes(this.#platform, []);
  }

  async doubt(): Promise<void> {
    await ageBatchesInFlight(this.#place);
    await readEvidence(this.#place);
    await markLostBatchesInDoubt(this.#platform);
    await recoverByReceipts(this.#platform);
  }

  /** Moves time without expiring messages that have waited too long. */
  async sleep(seconds: number): Promise<void> {
    await advanceSandboxClock(this.#platform.db, seconds);
    await this.#platform.clock.resync();
  }

  async pass(seconds: number): Promise<void> {
    await this.sleep(seconds);
    while (await failUnsent(this.#platform));
    while (await endLifetimes(this.#platform));
  }

  get #place() {
    return { platform: this.#platform };
  }
}

type OnWire = { readonly batch: OutgoingBatch['batch']; readonly permission: Permission };

/** Splits a batch into the messages that a connector must not submit and the rest. */
function keptBack({ batch, permission }: OnWire) {
  const kept = batch.messages.filter(({ id }) => permission.blocked.has(id) && !permission.ended.has(id));
  const sent: [string, string[]][] = permission.inDoubt ? kept.map(({ id }) => [id, []]) : [];
  const failed: [string, number][] = permission.inDoubt ? [] : kept.map(({ id }) => [id, ERROR.numberBlocked]);
  const free = batch.messages.filter((message) => !kept.includes(message) && !permission.ended.has(message.id));
  return { sent, failed, free };
}

/** A refusal for the budget, a suspended name or a status counts as an answer. */
async function orRefused(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
