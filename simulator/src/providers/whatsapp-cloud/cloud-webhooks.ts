// Signed calls of the simulated provider: statuses, several in a call if they are due together, and messages of people.
import { randomBytes } from 'node:crypto';
import { HookSender } from '../../channels/hook-sender.ts';
import { DelayWheel } from '../../delay-wheel.ts';
import { happens, type Random } from '../../random.ts';
import type { PlannedStatus } from './cloud-outcome.ts';
import { titleOf } from './cloud-reply.ts';
import type { CloudScenario } from './cloud-scenario.ts';

const businessAccount = '102290129340398';

/** An accepted message, as its statuses describe it. */
export type SentMessage = {
  id: string;
  phoneNumberId: string;
  to: string;
  /** Our data, repeated. */
  opaqueData: unknown;
  /** Absent: a status without it. */
  pricing?: object;
};

type Due = { message: SentMessage; planned: PlannedStatus };

export const newMessageId = (): string => `wamid.${randomBytes(24).toString('base64')}`;

export class CloudWebhooks {
  readonly counted = { statusesSent: 0, statusesAcked: 0, inboundAcked: 0, templatesAcked: 0 };
  readonly #calls: HookSender;
  readonly #due: DelayWheel<Due>;
  readonly #random: Random;
  readonly #scenario: () => CloudScenario;

  constructor(appSecret: string, random: Random, scenario: () => CloudScenario) {
    this.#calls = new HookSender(appSecret);
    this.#random = random;
    this.#scenario = scenario;
    this.#due = new DelayWheel((items) => this.#report(items));
  }

  get waiting(): number {
    return this.#due.size + this.#calls.waiting;
  }

  /** `{"url": "http://host/channels/v1/meta"}`: the address of webhooks, before `/whatsapp`. */
  setUrl({ url }: Readonly<Record<string, unknown>>): string | undefined {
    if (typeof url !== 'string' || !/^https?:\/\/\S+$/.test(url)) return 'url must be an http or https URL';
    this.#calls.hooksUrl = url;
    return undefined;
  }

  plan(message: SentMessage, statuses: readonly PlannedStatus[]): void {
    for (const planned of statuses) this.#due.add({ message, planned }, planned.delayMs);
  }

  /** A person writes to a business number. */
  write(phoneNumberId: string, from: string, { text, button }: { text: string; button?: string }): void {
    const contacts = [{ profile: { name: 'Subscriber' }, wa_id: from }];
    const content =
      button === undefined
        ? { type: 'text', text: { body: text } }
        : { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: button, title: text } } };
    const messages = [{ from, id: newMessageId(), timestamp: seconds(), ...content }];
    const onAcked = () => void (this.counted.inboundAcked += 1);
    const body = bodyOf([changeOf(phoneNumberId, { contacts, messages })]);
    this.#calls.add({ path: 'whatsapp', body, onAcked }, 0);
  }

  /** A template has changed. */
  changeTemplate({ name, language, status = 'APPROVED', reason = 'NONE' }: Readonly<Record<string, unknown>>): void {
    const value = {
      event: status,
      message_template_id: 594_425_479_261_596,
      message_template_name: name,
      message_template_language: language,
      reason,
    };
    const body = bodyOf([{ field: 'message_template_status_update', value }]);
    this.#calls.add({ path: 'whatsapp', body, onAcked: () => void (this.counted.templatesAcked += 1) }, 0);
  }

  clear(): void {
    this.#due.clear();
    this.#calls.clear();
  }

  close(): void {
    this.#due.clear();
    this.#calls.close();
  }

  #report(items: readonly Due[]): void {
    const { statusesPerCall, outOfOrderPercent, duplicatePercent } = this.#scenario();
    for (let at = 0; at < items.length; at += statusesPerCall) {
      const inCall = items.slice(at, at + statusesPerCall);
      if (happens(this.#random, outOfOrderPercent)) inCall.reverse();
      this.#call(inCall);
      if (happens(this.#random, duplicatePercent)) this.#call(inCall);
    }
  }

  #call(items: readonly Due[]): void {
    const changes = items.map(({ message, planned }) =>
      changeOf(message.phoneNumberId, { statuses: [this.#statusOf(message, planned)] }),
    );
    this.counted.statusesSent += items.length;
    const onAcked = () => void (this.counted.statusesAcked += items.length);
    this.#calls.add({ path: 'whatsapp', body: bodyOf(changes), onAcked }, 0);
  }

  #statusOf({ id, to, opaqueData, pricing }: SentMessage, { status, code }: PlannedStatus): object {
    const isHidden = happens(this.#random, this.#scenario().noRecipientPercent);
    return {
      id,
      status,
      timestamp: seconds(),
      ...(!isHidden && { recipient_id: to }),
      ...(opaqueData !== undefined && { biz_opaque_callback_data: opaqueData }),
      ...(code === undefined ? { pricing } : { errors: [errorOf(code)] }),
    };
  }
}

const errorOf = (code: number) => ({
  code,
  title: titleOf(code),
  message: titleOf(code),
  error_data: { details: 'simulated' },
});

const bodyOf = (changes: readonly object[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: businessAccount, changes }],
});

const changeOf = (phoneNumberId: string, value: object) => ({
  field: 'messages',
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: phoneNumberId, phone_number_id: phoneNumberId },
    ...value,
  },
});

const seconds = (): string => String(Math.floor(Date.now() / 1_000));
