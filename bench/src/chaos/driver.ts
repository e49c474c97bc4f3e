// The client of the chaos run. It records every accepted id before it continues; after a broken call it first queries
// the service, so that its record is exact.

import { memberAt, numberAt, textAt } from '../harness/json.ts';
import type { PartnerClient, Recipient } from '../harness/partner-client.ts';
import { pause } from '../harness/wait.ts';

export type ChaosDraft = {
  readonly name: string;
  readonly text: string;
  readonly callbackUrl: string;
  readonly schedule?: object;
};
export type SentDispatch = { readonly id: number; readonly messages: number };

const CALL_MESSAGES = 1_000;
const PATIENCE_MS = 120_000;
const AGAIN_MS = 200;

export class ChaosDriver {
  readonly accepted = new Map<string, string>();
  brokenCalls = 0;
  readonly #partner: PartnerClient;

  constructor(partner: PartnerClient) {
    this.#partner = partner;
  }

  async createDispatch(draft: ChaosDraft, recipients: readonly Recipient[]): Promise<SentDispatch> {
    const { companyId, senderIds } = this.#partner;
    const body = {
      companyId,
      senderIds,
      channelType: 'SMS',
      ...draft,
      messages: recipients.slice(0, CALL_MESSAGES),
      callbackEvents: ['sent', 'delivered', 'failed'],
    };
    const id = await this.#insist(
      async () => this.#note(await this.#partner.call('POST', '/dispatches', body)),
      () => this.#findByName(draft.name),
    );
    for (let from = CALL_MESSAGES; from < recipients.length; from += CALL_MESSAGES) {
      await this.#insist(
        async () =>
          this.#note(
            await this.#partner.call('POST', `/dispatches/${id}/messages`, {
              messages: recipients.slice(from, from + CALL_MESSAGES),
            }),
          ),
        async () => ((await this.#partner.progress(id)).total > from ? id : undefined),
      );
    }
    return { id, messages: recipients.length };
  }

  async startDispatch(id: number): Promise<void> {
    await this.#insist(
      async () => {
        await this.#partner.startDispatch(id);
        return id;
      },
      async () => ((await this.#partner.progress(id)).status === 'CREATED' ? undefined : id),
    );
  }

  /** Repeats a call until it has happened exactly once. */
  async #insist(call: () => Promise<number>, happened: () => Promise<number | undefined>): Promise<number> {
    const untilMs = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await call();
      } catch (error) {
        this.brokenCalls += 1;
        if (performance.now() > untilMs) throw error;
        const found = await this.#ask(happened, untilMs);
        if (found !== undefined) return found;
      }
    }
  }

  async #ask(happened: () => Promise<number | undefined>, untilMs: number): Promise<number | undefined> {
    for (;;) {
      await pause(AGAIN_MS);
      try {
        return await happened();
      } catch (error) {
        if (performance.now() > untilMs) throw error;
      }
    }
  }

  async #findByName(name: string): Promise<number | undefined> {
    const answer = await this.#partner.call('GET', `/dispatches?companyId=${this.#partner.companyId}&perPage=100`);
    const items = memberAt(answer, 'items');
    const found = Array.isArray(items) ? items.find((item) => textAt(item, 'name') === name) : undefined;
    return found === undefined ? undefined : numberAt(found, 'id');
  }

  #note(answer: unknown): number {
    const messages = memberAt(answer, 'messages');
    if (Array.isArray(messages))
      for (const message of messages) this.accepted.set(textAt(message, 'messageUuid'), textAt(message, 'destination'));
    return numberAt(answer, 'id');
  }
}
