// A channel of the simulated provider: accepts each message once, even if it is sent repeatedly, and reports its
// outcome.
import { CHANNELS, type ChannelType } from '@volley/domain/sending/channel.ts';
import type { LostAnswers } from '../lost-answer.ts';
import { happens, type Random } from '../random.ts';
import type { ReceivedMessage, ReceivedMessages } from '../received-messages.ts';
import { channelOutcomeOf, failsAt, type PlannedStatus } from './channel-outcome.ts';
import type { ChannelScenario } from './channel-scenario.ts';
import { HookSender } from './hook-sender.ts';
import { inboundWebhook, statusWebhook } from './whatsapp-webhook.ts';

export type ChannelMessage = {
  messageId: string;
  from: string;
  to: string;
  text: string;
  reference: number;
  content?: unknown;
  ttlSeconds?: number;
};

/** A message as its statuses describe it. */
type Reported = Pick<ChannelMessage, 'from' | 'to' | 'reference'> & { messageId?: string };

export type ChannelReply =
  | { kind: 'answer'; status: number; body: object; headers?: Record<string, string>; delayMs: number }
  | { kind: 'hang' }
  | { kind: 'cut' }
  | { kind: 'lost'; how: LostAnswers };

const zeroCounters = {
  requests: 0,
  accepted: 0,
  /** Messages repeated under a known id. */
  repeated: 0,
  refused: 0,
  throttled: 0,
  failed: 0,
  hung: 0,
  answersLost: 0,
  resets: 0,
  statusesSent: 0,
  statusesAcked: 0,
  inboundSent: 0,
  inboundAcked: 0,
};
const keptIdsMax = 200_000;

export type ChannelAccountOptions = {
  channel: ChannelType;
  /** Name in lists of messages. */
  account: string;
  /** The second provider of a channel, which delivers where the first one fails. */
  isReserve: boolean;
  secret: string;
  scenario: ChannelScenario;
  random: Random;
  nextId: () => string;
  received: ReceivedMessages;
  onAccepted?: (account: string, destination: string, reference: number, messageId: string) => void;
};

export class ChannelAccount {
  readonly #options: ChannelAccountOptions;
  readonly #ids = new Map<string, string>();
  readonly hooks: HookSender;
  scenario: ChannelScenario;
  #counters = { ...zeroCounters };
  #failedInARow = 0;

  constructor(options: ChannelAccountOptions) {
    this.#options = options;
    this.scenario = options.scenario;
    this.hooks = new HookSender(options.secret);
  }

  happens(percent: number): boolean {
    return happens(this.#options.random, percent);
  }

  counters(): Readonly<Record<string, number>> {
    return { ...this.#counters, waiting: this.hooks.waiting };
  }

  reset(): void {
    this.#counters = { ...zeroCounters };
    this.#ids.clear();
    this.hooks.clear();
  }

  /** `customer`: the account that signed the request; absent: that of the provider's client. */
  accept(message: ChannelMessage, customer?: string): ChannelReply {
    const { scenario } = this;
    const { random, isReserve } = this.#options;
    this.#counters.requests += 1;
    if (happens(random, scenario.resetPercent)) {
      this.#counters.resets += 1;
      return { kind: 'cut' };
    }
    if (happens(random, scenario.throttledPercent)) {
      this.#counters.throttled += 1;
      const headers = scenario.retryAfterSeconds > 0 ? { 'retry-after': String(scenario.retryAfterSeconds) } : {};
      return this.#answer(429, { error: { message: 'slow down' } }, headers);
    }
    if (this.#failsNext() || happens(random, scenario.failedPercent) || (!isReserve && failsAt(message.to))) {
      this.#counters.failed += 1;
      return this.#answer(500, { error: { message: 'try again' } });
    }
    const known = this.#ids.get(message.messageId);
    if (known !== undefined) {
      this.#counters.repeated += 1;
      return this.#replyTaken(200, known);
    }
    return this.#acceptNew(message, customer);
  }

  /** A subscriber writes to a sender. */
  write(from: string, to: string, text: string): void {
    this.#counters.inboundSent += 1;
    const body = inboundWebhook({ id: this.#options.nextId(), from, to, text });
    const onAcked = () => {
      this.#counters.inboundAcked += 1;
    };
    this.hooks.add({ path: 'whatsapp', body, onAcked }, 0);
  }

  /** The person reads a message. */
  read({ messageId, source, destination, reference }: ReceivedMessage): void {
    const message = { from: source, to: destination, reference: reference ?? 0 };
    this.#report(messageId, message, { status: 'read', delayMs: 0 }, 0);
  }

  close(): void {
    this.hooks.close();
  }

  #failsNext(): boolean {
    const fails = this.#failedInARow < this.scenario.failedBetween;
    this.#failedInARow = fails ? this.#failedInARow + 1 : 0;
    return fails;
  }

  #acceptNew(message: ChannelMessage, customer: string | undefined): ChannelReply {
    const { channel, account, random, nextId, received, onAccepted } = this.#options;
    const outcome = channelOutcomeOf(message.to, this.scenario, CHANNELS[channel].readReceipts, random);
    if (outcome.kind === 'refused') {
      this.#counters.refused += 1;
      return this.#answer(422, { error: { code: outcome.code, message: 'refused' } });
    }
    const id = nextId();
    this.#remember(message.messageId, id);
    this.#counters.accepted += 1;
    const { from, to, text, reference, content, ttlSeconds } = message;
    onAccepted?.(account, to, reference, id);
    received.add({
      atMs: Date.now(),
      account,
      source: from,
      destination: to,
      text,
      parts: 1,
      reference,
      messageId: id,
      ...(content === undefined ? {} : { content }),
      ...(ttlSeconds === undefined ? {} : { ttlSeconds }),
      ...(customer === undefined ? {} : { customer }),
    });
    const { answerDelayMs } = this.scenario;
    const isEarly = happens(random, this.scenario.statusBeforeAnswerPercent);
    for (const status of outcome.statuses) this.#report(id, message, status, isEarly ? 0 : answerDelayMs);
    if (outcome.answersBack && channel === 'WHATSAPP') this.write(to, from, 'Thanks');
    const reply = this.#replyTaken(202, id);
    return isEarly && reply.kind === 'answer' ? { ...reply, delayMs: Math.max(reply.delayMs, 300) } : reply;
  }

  #replyTaken(status: number, id: string): ChannelReply {
    const { random } = this.#options;
    if (happens(random, this.scenario.hangPercent)) {
      this.#counters.hung += 1;
      return { kind: 'hang' };
    }
    if (happens(random, this.scenario.lostAnswerPercent)) {
      this.#counters.answersLost += 1;
      return { kind: 'lost', how: this.scenario.lostAnswers };
    }
    return this.#answer(status, { id });
  }

  #answer(status: number, body: object, headers: Record<string, string> = {}) {
    return { kind: 'answer', status, body, headers, delayMs: this.scenario.answerDelayMs } as const;
  }

  #remember(messageId: string, id: string): void {
    this.#ids.set(messageId, id);
    if (this.#ids.size <= keptIdsMax) return;
    const [oldest] = this.#ids.keys();
    if (oldest !== undefined) this.#ids.delete(oldest);
  }

  #report(id: string, message: Reported, { status, delayMs, code }: PlannedStatus, afterMs: number): void {
    const { messageId, from, to, reference } = message;
    const isMeta = this.scenario.metaForm && this.#options.channel === 'WHATSAPP';
    const metaCode = code === undefined ? {} : { code: 131_026 };
    const body = isMeta
      ? statusWebhook({ id, status: status === 'undelivered' ? 'failed' : status, to, from, reference, ...metaCode })
      : { statuses: [{ id, messageId, to, reference, status, ...(code === undefined ? {} : { code }) }] };
    const onAcked = () => {
      this.#counters.statusesAcked += 1;
    };
    const times = happens(this.#options.random, this.scenario.duplicatePercent) ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      this.#counters.statusesSent += 1;
      this.hooks.add({ path: isMeta ? 'whatsapp' : 'statuses', body, onAcked }, afterMs + delayMs);
    }
  }
}
