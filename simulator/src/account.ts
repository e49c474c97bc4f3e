// An account of the simulated message center: binds, submits, answers, receipts, and the faults of its scenario. An
// accepted message keeps its receipt until a client acknowledges it.
import { commandStatus, noAnswer } from '@volley/smpp/codec/commands.ts';
import type { BindRequest, DeliverSm, SubmitSm } from '@volley/smpp/codec/pdus.ts';
import type { Respond, SmppSession } from '@volley/smpp/session/session.ts';
import { Admission } from './admission.ts';
import { type Counters, zeroCounters } from './counters.ts';
import type { NextMessageId } from './message-ids.ts';
import { NumberSet } from './number-set.ts';
import { Outbox } from './outbox.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { happens, type Random } from './random.ts';
import { type ReceiptRecord, writeReceipt } from './receipt-writer.ts';
import type { Scenario } from './scenario.ts';
import { type Delivery, deliveryOf } from './spoil.ts';
import { checkSubmit } from './submit-check.ts';
import { TextInbox, type TextInboxOptions } from './text-inbox.ts';

export type AccountOptions = {
  systemId: string;
  password: string;
  scenario: Scenario;
  random: Random;
  nextMessageId: NextMessageId;
  /** Waiting receipts after which submits are answered 0x14, so that no receipt is dropped. */
  maxWaiting: number;
  inbox: Omit<TextInboxOptions, 'account' | 'onNotJoined'>;
  onAccepted(account: string, destination: string, reference: number | undefined, messageId: string): void;
};

type MobileOriginated = { kind: 'mo'; pdu: DeliverSm };

const maxDistinct = 4_000_000;
const maxObscure = 100_000;
const lateAnswerMs = 30;
const unbindTimeoutMs = 1_000;

export class Account {
  readonly inbox: TextInbox;
  /** Ids of messages with a truncated or unreadable receipt: without the answer their outcome stays unknown. */
  readonly obscure = new Set<string>();
  readonly #options: AccountOptions;
  readonly #sessions = new Set<SmppSession>();
  readonly #admission = new Admission();
  readonly #distinct = new NumberSet(maxDistinct);
  readonly #outbox: Outbox<ReceiptRecord | MobileOriginated>;
  #counters: Counters = { ...zeroCounters };
  #submitsSinceCut = 0;
  #submitsSinceUnbind = 0;
  #scenario: Scenario;
  #scenarioAtMs = performance.now();
  #lastId = '';

  constructor(options: AccountOptions) {
    this.#options = options;
    this.#scenario = options.scenario;
    this.inbox = new TextInbox({
      ...options.inbox,
      account: options.systemId,
      onNotJoined: () => {
        this.#counters.textsNotJoined += 1;
      },
    });
    this.#outbox = new Outbox({
      toDelivery: (item) => (item.kind === 'mo' ? { pdu: item.pdu } : this.#receiptOf(item)),
      chooseSession: (sessions) => (this.scenario.randomSession ? Math.floor(options.random() * sessions) : undefined),
      isHeld: () => this.scenario.receiptsHeld,
      onSent: (item) => this.#count(item, 'receiptsSent', 'moSent'),
      onAcked: (item) => this.#count(item, 'receiptsAcked', 'moAcked'),
      onRefused: () => {
        this.#counters.receiptsRefused += 1;
      },
      onRejected: () => {
        this.#counters.receiptsRejected += 1;
      },
    });
  }

  get scenario(): Scenario {
    return this.#scenario;
  }

  set scenario(scenario: Scenario) {
    this.#scenario = scenario;
    this.#scenarioAtMs = performance.now();
    this.#outbox.pump();
  }

  counters(): Record<string, number | boolean> {
    return {
      sessions: this.#sessions.size,
      ...this.#counters,
      receiptsWaiting: this.#outbox.waiting,
      distinct: this.#distinct.size,
      distinctExact: this.#distinct.exact,
    };
  }

  bind(bind: BindRequest, session: SmppSession): number {
    const status = this.#bindStatus(bind, session);
    if (status !== 0) this.#counters.bindsRefused += 1;
    return status;
  }

  bound(session: SmppSession): void {
    this.#counters.binds += 1;
    this.#sessions.add(session);
    if (session.mode !== 'transmitter') this.#outbox.attach(session);
  }

  closed(session: SmppSession): void {
    if (this.#sessions.delete(session)) this.#outbox.detach(session);
  }

  submit(pdu: SubmitSm, session: SmppSession, respond: Respond): void {
    this.#counters.submits += 1;
    const outcome = this.#judge(pdu);
    if (outcome.status !== 0) {
      this.#counters.refused += 1;
      if (outcome.status === commandStatus.throttled) this.#counters.throttled += 1;
      if (outcome.status === commandStatus.messageQueueFull) this.#counters.queueFull += 1;
      this.#answer(respond, outcome.status, '', this.scenario.answerDelayMs);
      return;
    }
    const messageId = this.#accept(pdu);
    if (this.scenario.mute) {
      respond(noAnswer, '');
      return;
    }
    if (this.#mustCut()) {
      this.#counters.cuts += 1;
      session.destroy('cut by scenario');
      respond(noAnswer, '');
      this.#report(pdu, messageId, outcome);
    } else this.#answerAndReport(pdu, messageId, outcome, respond);
    if (this.#mustUnbind()) {
      this.#counters.unbinds += 1;
      void session.unbindAndClose(unbindTimeoutMs);
    }
  }

  /** Sends texts as a subscriber would. */
  deliverTexts(pdus: readonly DeliverSm[]): void {
    for (const pdu of pdus) this.#outbox.add({ kind: 'mo', pdu }, 0);
  }

  /** Sends receipts with unknown ids. */
  flood(count: number): void {
    const record = { kind: 'receipt', source: 'Flood', destination: '79160000000', reference: undefined } as const;
    const about = { state: 'DELIVRD', errorCode: 0, submittedAtMs: Date.now() } as const;
    for (let sent = 0; sent < count; sent += 1) {
      const messageId = `9${this.#options.nextMessageId(this.scenario)}`;
      this.#outbox.add({ ...record, ...about, messageId }, 0);
    }
  }

  cut(): void {
    for (const session of this.#sessions) session.destroy('cut on request');
  }

  /** Restores the initial scenario; sessions stay. */
  reset(): void {
    this.#outbox.clear();
    this.scenario = this.#options.scenario;
    this.#counters = { ...zeroCounters };
    this.#submitsSinceCut = 0;
    this.#submitsSinceUnbind = 0;
    this.#distinct.clear();
    this.obscure.clear();
    this.inbox.clear();
  }

  close(): void {
    this.#outbox.clear();
  }

  #count(item: ReceiptRecord | MobileOriginated, receipt: keyof Counters, mo: keyof Counters): void {
    this.#counters[item.kind === 'mo' ? mo : receipt] += 1;
  }

  #bindStatus(bind: BindRequest, session: SmppSession): number {
    const { modes, maxSessions, addresses, bindStatus, bindStatusMs } = this.scenario;
    if (bind.password !== this.#options.password) return commandStatus.invalidPassword;
    const isOver = bindStatusMs > 0 && performance.now() - this.#scenarioAtMs >= bindStatusMs;
    if (bindStatus !== 0 && !isOver) return bindStatus;
    if (!modes.includes(bind.mode)) return commandStatus.bindFailed;
    if (addresses.length > 0 && !addresses.includes(session.remoteAddress)) return commandStatus.bindFailed;
    return this.#sessions.size >= maxSessions ? commandStatus.alreadyBound : 0;
  }

  #judge(pdu: SubmitSm): Outcome {
    const refused = (status: number): Outcome => ({ status, receipt: undefined });
    if (!this.#admission.admits(this.scenario, performance.now())) return refused(commandStatus.throttled);
    const fault = checkSubmit(pdu);
    if (fault !== 0) return refused(fault);
    if (this.#outbox.waiting >= this.#options.maxWaiting) return refused(commandStatus.messageQueueFull);
    return outcomeOf(pdu.destinationAddr, this.scenario, this.#options.random);
  }

  #accept(pdu: SubmitSm): string {
    const isRepeated = this.#lastId !== '' && happens(this.#options.random, this.scenario.repeatedIdPercent);
    const messageId = isRepeated ? this.#lastId : this.#options.nextMessageId(this.scenario);
    this.#lastId = messageId;
    this.#counters.accepted += 1;
    this.#distinct.add(Number(pdu.destinationAddr));
    this.#options.onAccepted(this.#options.systemId, pdu.destinationAddr, pdu.userMessageReference, messageId);
    if (this.inbox.add(pdu, messageId)) this.#counters.messages += 1;
    return messageId;
  }

  #mustCut(): boolean {
    this.#submitsSinceCut += 1;
    if (this.scenario.cutAfterSubmits === 0 || this.#submitsSinceCut < this.scenario.cutAfterSubmits) return false;
    this.#submitsSinceCut = 0;
    return true;
  }

  #mustUnbind(): boolean {
    const { unbindAfterSubmits } = this.scenario;
    this.#submitsSinceUnbind += 1;
    if (unbindAfterSubmits === 0 || this.#submitsSinceUnbind < unbindAfterSubmits) return false;
    this.#submitsSinceUnbind = 0;
    return true;
  }

  #receiptOf(record: ReceiptRecord): Delivery {
    const pdu = writeReceipt(record, this.scenario, Date.now());
    const delivery = deliveryOf(pdu, this.scenario, this.#options.random);
    if (delivery.write !== undefined) this.#counters.receiptsSpoiled += 1;
    if (delivery.isObscure === true && this.obscure.size < maxObscure) this.obscure.add(record.messageId);
    return delivery;
  }

  #answerAndReport(pdu: SubmitSm, messageId: string, outcome: Outcome, respond: Respond): void {
    const { scenario } = this;
    const { random } = this.#options;
    const early = happens(random, scenario.receiptBeforeAnswerPercent);
    if (early) this.#report(pdu, messageId, outcome);
    if (happens(random, scenario.lostAnswerPercent)) {
      this.#counters.answersLost += 1;
      respond(noAnswer, '');
    } else this.#answer(respond, 0, messageId, this.#answerDelayMs() + (early ? lateAnswerMs : 0));
    if (!early) this.#report(pdu, messageId, outcome);
  }

  #answerDelayMs(): number {
    const { answerDelayMs, answerSpreadMs } = this.scenario;
    return answerDelayMs + (answerSpreadMs === 0 ? 0 : Math.floor(this.#options.random() * answerSpreadMs));
  }

  #answer(respond: Respond, status: number, messageId: string, delayMs: number): void {
    if (delayMs === 0) {
      respond(status, messageId);
      return;
    }
    this.#admission.unanswered += 1;
    setTimeout(() => {
      this.#admission.unanswered -= 1;
      respond(status, messageId);
    }, delayMs);
  }

  #report(pdu: SubmitSm, messageId: string, outcome: Outcome): void {
    const { receipt } = outcome;
    if (receipt === undefined || !wantsReceipt(pdu.registeredDelivery, receipt.state === 'DELIVRD')) return;
    const { state, errorCode } = receipt;
    const delayMs = receipt.delayMs === 0 ? 0 : receipt.delayMs + this.scenario.answerDelayMs;
    const record: ReceiptRecord = {
      kind: 'receipt',
      messageId,
      source: pdu.sourceAddr,
      destination: pdu.destinationAddr,
      reference: pdu.userMessageReference,
      state,
      errorCode,
      submittedAtMs: Date.now(),
    };
    this.#outbox.add(record, delayMs);
    if (happens(this.#options.random, this.scenario.duplicatePercent)) this.#outbox.add(record, delayMs);
  }
}

/** The low two bits of registered_delivery: none, always, on failure, on success. */
function wantsReceipt(registeredDelivery: number, delivered: boolean): boolean {
  const asked = registeredDelivery & 3;
  return asked === 1 || (asked === 2 && !delivered) || (asked === 3 && delivered);
}
