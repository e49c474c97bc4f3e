// Single messages while everything is being killed: each request is repeated under its Idempotency-Key until it is
// answered, so that what was accepted is known exactly. One message in ten begins a cascade, whose first step nobody
// may send, so that the second one must be made.
import type { Brand } from '@volley/domain/brand.ts';
import { listAt, memberAt, textAt } from '../stand/json.ts';
import type { MessagingAccount } from '../stand/messaging-account.ts';
import { pause } from '../stand/wait.ts';
import type { Subscribers } from '../subscribers.ts';

/** A name on the platform's block list: what is sent under it is created and fails at once. */
export const BLOCKED_NAME = 'Blocked';
/** Operators whose price does not depend on what else was sent. */
const BRANDS: readonly Brand[] = ['MTS', 'BEELINE', 'TELE2'];
const CALL = 20;
const CASCADE_EVERY = 10;
const FIRST = 3_000_000;
const PATIENCE_MS = 120_000;
const AGAIN_MS = 200;
const BREATH_MS = 40;

export class SingleSends {
  /** Message → number, of every message that was answered 201. */
  readonly accepted = new Map<string, string>();
  readonly cascades = new Set<string>();
  brokenCalls = 0;
  readonly #account: MessagingAccount;
  readonly #subscribers: Subscribers;
  readonly #callbackUrl: string;

  constructor(account: MessagingAccount, subscribers: Subscribers, callbackUrl: string) {
    this.#account = account;
    this.#subscribers = subscribers;
    this.#callbackUrl = callbackUrl;
  }

  async send(messages: number): Promise<void> {
    for (let from = 0; from < messages; from += CALL) {
      const items = Array.from({ length: Math.min(CALL, messages - from) }, (_, at) => this.#item(from + at));
      await this.#insist(`chaos-${from}`, items);
      await pause(BREATH_MS);
    }
  }

  #item(at: number) {
    const brand = BRANDS[at % BRANDS.length] ?? 'MTS';
    const senderName = `Stand${brand.slice(0, 6)}`;
    const plain = {
      channelType: 'SMS',
      destination: String(this.#subscribers.numberOf(brand, FIRST + at)),
      callbackUrl: this.#callbackUrl,
      callbackEvents: ['sent', 'delivered', 'price'],
      externalMessageId: `single-${at}`,
    };
    const step = { channelType: 'SMS', senderName, content: 'Second step' };
    return at % CASCADE_EVERY === 0
      ? { ...plain, senderName: BLOCKED_NAME, content: 'First step', cascade: [step] }
      : { ...plain, senderName, content: 'Single message' };
  }

  async #insist(key: string, items: readonly { destination: string; cascade?: unknown }[]): Promise<void> {
    const untilMs = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        const answer = await this.#account.call('POST', '/message', items, 'messages', { 'idempotency-key': key });
        this.#note(answer, items);
        return;
      } catch (error) {
        this.brokenCalls += 1;
        if (performance.now() > untilMs) throw error;
        await pause(AGAIN_MS);
      }
    }
  }

  #note(answer: unknown, items: readonly { destination: string; cascade?: unknown }[]): void {
    listAt(answer, 'items').forEach((item, at) => {
      if (memberAt(item, 'code') !== 201) throw new Error(`not created: ${JSON.stringify(item)}`);
      const uuid = textAt(item, 'messageUuid');
      this.accepted.set(uuid, items[at]?.destination ?? '');
      if (items[at]?.cascade !== undefined) this.cascades.add(uuid);
    });
  }
}
