// Webhooks of bots, and the people who use the bots. An update goes to the webhook of its bot with the secret of
// setWebhook, and is repeated until it is answered with 2xx. A bot without a webhook gets no updates.
import { originProblem, RepeatedCalls } from '../repeated-calls.ts';
import { type BotReply, refused } from './bot-reply.ts';
import { contactOf, memberOf, type Person, startOf, textOf } from './updates.ts';

type Body = Readonly<Record<string, unknown>>;
type Webhook = { url: string; secret: string; allowed: readonly string[] };
type Update = Readonly<Record<string, object>>;

const portsAllowed = ['', '80', '88', '443', '8443'];
const secretForm = /^[\w-]{0,256}$/;
const numberForm = /^\+?\d{7,15}$/;

export class Webhooks {
  readonly counted = { updatesSent: 0, updatesAcked: 0, updatesGivenUp: 0 };
  readonly #calls = new RepeatedCalls();
  /** By the id of the bot. */
  readonly #webhooks = new Map<number, Webhook>();
  /** Bots and people who have blocked them. */
  readonly #blocks = new Set<string>();
  #lastUpdate = 0;
  #lastMessage = 0;

  close(): void {
    this.#calls.close();
  }

  hasBlocked(botId: number, personId: number): boolean {
    return this.#blocks.has(`${botId}.${personId}`);
  }

  /** An empty URL removes the webhook. */
  set(botId: number, { url, secret_token: secret = '', allowed_updates: allowed }: Body): BotReply {
    if (url === undefined || url === '') return this.remove(botId);
    const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
    if (address?.protocol !== 'https:')
      return refused(400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook');
    if (!portsAllowed.includes(address.port))
      return refused(400, 'Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443');
    if (typeof secret !== 'string' || !secretForm.test(secret))
      return refused(400, 'Bad Request: secret token contains unallowed characters');
    this.#webhooks.set(botId, { url: address.href, secret, allowed: textsOf(allowed) });
    return { ok: true, result: true };
  }

  remove(botId: number): BotReply {
    this.#webhooks.delete(botId);
    return { ok: true, result: true };
  }

  info(botId: number): BotReply {
    const { url = '', allowed = [] } = this.#webhooks.get(botId) ?? {};
    return {
      ok: true,
      result: {
        url,
        has_custom_certificate: false,
        pending_update_count: this.#calls.waiting,
        ...(allowed.length > 0 && { allowed_updates: allowed }),
      },
    };
  }

  /** `{"origin": "http://127.0.0.1:8080"}`: where updates go. */
  setOrigin({ origin }: Body): string | undefined {
    const problem = originProblem(origin);
    if (problem === undefined) this.#calls.origin = String(origin);
    return problem;
  }

  /**
   * `{"bot": 110201543, "person": 500, "act": "starts"}`: a person starts the bot, by a link with `payload`; `stops`
   * it; `writes` a `text`; or `shares` a contact: `number`, and `owner` if it is the contact of another person.
   */
  act({ bot, person, act, payload = '', text, number, owner = person }: Body): string | undefined {
    if (!isId(bot) || !isId(person) || !isId(owner)) return 'bot, person and owner must be ids';
    const both = { botId: bot, personId: person };
    if (act === 'starts') this.#start(both, String(payload));
    else if (act === 'stops') this.#stop(both);
    else if (act === 'writes' && typeof text === 'string' && text !== '')
      this.#send(both, textOf(both, this.#nextMessage(), text));
    else if (act !== 'shares') return 'act must be starts, stops, shares or writes with a text';
    else if (typeof number !== 'string' || !numberForm.test(number)) return 'number must be 7 to 15 digits';
    else this.#send(both, contactOf(both, this.#nextMessage(), number, owner));
    return undefined;
  }

  /** The end of a block is an update of its own, before the text. */
  #start(person: Person, payload: string): void {
    if (this.#blocks.delete(`${person.botId}.${person.personId}`)) this.#send(person, memberOf(person, false));
    this.#send(person, startOf(person, this.#nextMessage(), payload));
  }

  #stop(person: Person): void {
    this.#blocks.add(`${person.botId}.${person.personId}`);
    this.#send(person, memberOf(person, true));
  }

  #send({ botId }: Person, update: Update): void {
    const webhook = this.#webhooks.get(botId);
    const isAllowed =
      webhook?.allowed.length === 0 || Object.keys(update).some((kind) => webhook?.allowed.includes(kind));
    if (webhook === undefined || !isAllowed) return;
    const { url, secret } = webhook;
    this.#lastUpdate += 1;
    this.counted.updatesSent += 1;
    this.#calls.add({
      url,
      body: { update_id: this.#lastUpdate, ...update },
      headers: () => (secret === '' ? {} : { 'x-telegram-bot-api-secret-token': secret }),
      isDone: (status) => status >= 200 && status < 300,
      onAcked: () => {
        this.counted.updatesAcked += 1;
      },
      onGivenUp: () => {
        this.counted.updatesGivenUp += 1;
      },
    });
  }

  #nextMessage(): number {
    this.#lastMessage += 1;
    return this.#lastMessage;
  }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Clients write lists as JSON, or as JSON inside a form. */
function textsOf(value: unknown): string[] {
  const list: unknown = typeof value === 'string' && value !== '' ? JSON.parse(value) : value;
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}
