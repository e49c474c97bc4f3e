// The messaging API during the faults: each request is repeated under its Idempotency-Key until it is answered, so the
// accepted messages are known exactly. Every tenth single message begins a cascade with a blocked first step, so that
// the second step must follow; one in five uses an HTTP channel. A dispatch runs in parallel.
import type { Brand } from '@volley/domain/numbers/brand.ts';
import { listAt, memberAt, numberAt, textAt } from '../harness/json.ts';
import type { MessagingAccount } from '../harness/messaging-account.ts';
import { askOnce, type PartnerClient } from '../harness/partner-client.ts';
import { pause } from '../harness/wait.ts';
import type { Subscribers } from '../subscribers.ts';

/** A sender name on the platform's block list: its messages are created and fail immediately. */
const BLOCKED_NAME = 'Blocked';
/** Brands whose price does not depend on volume. */
const BRANDS: readonly Brand[] = ['MTS', 'BEELINE', 'TELE2'];
const CALL = 20;
const CASCADE_EVERY = 10;
const CHANNEL_EVERY = 5;
const FIRST = 3_000_000;
const DISPATCH_FIRST = 4_000_000;
const DISPATCH_CALL = 500;
/** An HTTP channel; its sender names are registered like those of SMS. */
export const CHANNEL = 'VIBER';
const PATIENCE_MS = 120_000;
const AGAIN_MS = 200;
const DAY_MS = 86_400_000;

/** Sender names of a harness partner. */
const nameOf = (brand: Brand) => `Stand${brand.slice(0, 6)}`;

/** A name that is not registered would be refused instead. */
export async function blockName(partner: PartnerClient, adminToken: string): Promise<void> {
  const name = { senderName: BLOCKED_NAME, channelType: 'SMS', commonType: 'COMMON', brand: 'MTS' };
  const { url, companyId } = partner;
  const dateFrom = new Date(Date.now() - DAY_MS).toISOString();
  await partner.call('POST', '/senders', { companyId, ...name, dateFrom });
  const body = { name: BLOCKED_NAME, reason: 'chaos' };
  await askOnce(url, { token: adminToken, method: 'PUT', path: '/admin/v1/blocks/names', body });
}

export class MessagingSends {
  /** Message id → number, for every message answered with 201. */
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

  /** `due` resolves when this share of the messages may be sent. */
  async send(messages: number, due: (share: number) => Promise<void>): Promise<void> {
    for (let from = 0; from < messages; from += CALL) {
      await due(from / messages);
      const items = Array.from({ length: Math.min(CALL, messages - from) }, (_, at) => this.#item(from + at));
      this.#note(await this.#insist('/message', `chaos-${from}`, items), items);
    }
  }

  /** A dispatch to one brand: its single sender name is registered with that brand. */
  async dispatch(messages: number): Promise<void> {
    const callback = { callbackUrl: this.#callbackUrl, callbackEvents: ['sent', 'delivered', 'price'] };
    const draft = { dispatchName: 'chaos', channelType: 'SMS', senderName: nameOf('MTS'), content: 'Dispatch' };
    const id = numberAt(await this.#insist('/dispatch', 'dispatch', { ...draft, ...callback }), 'dispatchId');
    for (let from = 0; from < messages; from += DISPATCH_CALL) {
      const items = Array.from({ length: Math.min(DISPATCH_CALL, messages - from) }, (_, at) => ({
        destination: String(this.#subscribers.numberOf('MTS', DISPATCH_FIRST + from + at)),
      }));
      const added = await this.#insist(`/dispatch/${id}/messages`, `dispatch-${from}`, items);
      if (!Array.isArray(added)) throw new Error(`the dispatch accepted no messages: ${JSON.stringify(added)}`);
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
        return await this.#account.call('POST', path, body, { headers: { 'idempotency-key': key } });
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
