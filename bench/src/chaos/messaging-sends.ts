// The messaging API while everything is being killed: each request is repeated under its Idempotency-Key until it is
// answered, so that what was accepted is known exactly. One single message in ten begins a cascade, whose first step
// nobody may send, so that the second one must be made; one in five goes over a channel that speaks HTTP. Besides there
// is a dispatch.
import type { Brand } from '@volley/domain/brand.ts';
import { listAt, memberAt, numberAt, textAt } from '../stand/json.ts';
import type { MessagingAccount } from '../stand/messaging-account.ts';
import { pause } from '../stand/wait.ts';
import type { Subscribers } from '../subscribers.ts';

/** A name on the platform's block list: what is sent under it is created and fails at once. */
export const BLOCKED_NAME = 'Blocked';
/** Operators whose price does not depend on what else was sent. */
const BRANDS: readonly Brand[] = ['MTS', 'BEELINE', 'TELE2'];
const CALL = 20;
const CASCADE_EVERY = 10;
const CHANNEL_EVERY = 5;
const FIRST = 3_000_000;
const DISPATCH_FIRST = 4_000_000;
const DISPATCH_CALL = 500;
/** Speaks HTTP; its names are registered like those of SMS. */
export const CHANNEL = 'VIBER';
const PATIENCE_MS = 120_000;
const AGAIN_MS = 200;

/** Of the names that a partner of a stand has. */
const nameOf = (brand: Brand) => `Stand${brand.slice(0, 6)}`;

export class MessagingSends {
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

  /** `due` settles when so large a share of the messages may be sent. */
  async send(messages: number, due: (share: number) => Promise<void>): Promise<void> {
    for (let from = 0; from < messages; from += CALL) {
      await due(from / messages);
      const items = Array.from({ length: Math.min(CALL, messages - from) }, (_, at) => this.#item(from + at));
      this.#note(await this.#insist('/message', `chaos-${from}`, items), items);
    }
  }

  /** A dispatch of one operator: a name is registered with each of them, and a dispatch has one name. */
  async dispatch(messages: number): Promise<void> {
    const callback = { callbackUrl: this.#callbackUrl, callbackEvents: ['sent', 'delivered', 'price'] };
    const draft = { dispatchName: 'chaos', channelType: 'SMS', senderName: nameOf('MTS'), content: 'Dispatch' };
    const id = numberAt(await this.#insist('/dispatch', 'dispatch', { ...draft, ...callback }), 'dispatchId');
    for (let from = 0; from < messages; from += DISPATCH_CALL) {
      const items = Array.from({ length: Math.min(DISPATCH_CALL, messages - from) }, (_, at) => ({
        destination: String(this.#subscribers.numberOf('MTS', DISPATCH_FIRST + from + at)),
      }));
      const added = await this.#insist(`/dispatch/${id}/messages`, `dispatch-${from}`, items);
      if (!Array.isArray(added)) throw new Error(`not added: ${JSON.stringify(added)}`);
      for (const item of added) this.accepted.set(textAt(item, 'messageUuid'), textAt(item, 'destination'));
    }
    await this.#insist(`/dispatch/${id}/start`, 'dispatch-start');
  }

  #item(at: number) {
    const brand = BRANDS[at % BRANDS.length] ?? 'MTS';
    const senderName = nameOf(brand);
    const plain = {
      channelType: at % CHANNEL_EVERY === 1 ? CHANNEL : 'SMS',
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

  async #insist(path: string, key: string, body?: object): Promise<unknown> {
    const untilMs = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await this.#account.call('POST', path, body, 'messages', { 'idempotency-key': key });
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
