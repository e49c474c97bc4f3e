// Subscriptions of bots to updates, and the people who use the bots. An update goes to every subscription of its bot
// that wants its kind, with the secret of the subscription, and is repeated until it is answered with 200.
import { originProblem, RepeatedCalls } from '../repeated-calls.ts';
import type { Body } from './max-message.ts';
import { type MaxReply, refused } from './max-reply.ts';
import { contactOf, type Person, removalOf, startOf, stopOf, textOf } from './max-updates.ts';

type Subscription = { url: string; time: number; update_types: readonly string[] | null; secret: string };
type Update = { update_type: string };

const secretForm = /^[\w-]{5,256}$/;
const numberForm = /^\+?\d{7,15}$/;
const done: MaxReply = { status: 200, body: { success: true } };

export class Subscriptions {
  readonly counted = { updatesSent: 0, updatesAcked: 0, updatesGivenUp: 0 };
  readonly #calls = new RepeatedCalls();
  /** Token → address → subscription. */
  readonly #subscriptions = new Map<string, Map<string, Subscription>>();
  /** Bots and people who have stopped them. */
  readonly #stops = new Set<string>();
  #lastSeq = 0;

  close(): void {
    this.#calls.close();
  }

  hasStopped(token: string, personId: number): boolean {
    return this.#stops.has(`${token} ${personId}`);
  }

  answer(token: string, method: string, url: string, body: Body): MaxReply | undefined {
    if (method === 'GET') return { status: 200, body: { subscriptions: this.#listed(token) } };
    if (method === 'POST') return this.#set(token, body);
    if (method !== 'DELETE') return undefined;
    this.#subscriptions.get(token)?.delete(url);
    return done;
  }

  #listed(token: string) {
    const own = this.#subscriptions.get(token)?.values() ?? [];
    return Array.from(own, ({ url, time, update_types }) => ({ url, time, update_types }));
  }

  /** A subscription of the same address is replaced. */
  #set(token: string, { url, update_types, secret = '' }: Body): MaxReply {
    const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
    if (address?.protocol !== 'https:') return refused(400, 'proto.payload', "Field 'url' must start with https://");
    if (address.port !== '')
      return { status: 200, body: { success: false, message: `Port ${address.port} is not allowed` } };
    if (typeof secret !== 'string' || (secret !== '' && !secretForm.test(secret)))
      return refused(400, 'proto.payload', "Field 'secret' must match ^[a-zA-Z0-9_-]{5,256}$");
    const kinds = Array.isArray(update_types) ? update_types.filter((kind) => typeof kind === 'string') : null;
    const own = this.#subscriptions.get(token) ?? new Map<string, Subscription>();
    own.set(address.href, { url: address.href, time: Date.now(), update_types: kinds, secret });
    this.#subscriptions.set(token, own);
    return done;
  }

  /** `{"origin": "http://127.0.0.1:8080"}`: where updates go. */
  setOrigin({ origin }: Body): string | undefined {
    const problem = originProblem(origin);
    if (problem === undefined) this.#calls.origin = String(origin);
    return problem;
  }

  /**
   * `{"token": "…", "person": 500, "act": "starts"}`: a person starts the bot, by a link with `payload`; `stops` it;
   * `removes` the dialogue; `writes` a `text`; or `shares` a contact: `number`, `owner` if it is the contact of another
   * person, and `forged` if the person wrote the card.
   */
  act({ token, person, act, payload, text, ...card }: Body): string | undefined {
    if (typeof token !== 'string' || !isId(person)) return 'token and person are needed';
    const both = { token, personId: person };
    if (act === 'starts') return this.#start(both, payload);
    if (act === 'stops') return this.#stop(both, stopOf(both));
    if (act === 'removes') return this.#stop(both, removalOf(both));
    if (act === 'shares') return this.#share(both, card);
    if (act !== 'writes') return 'act must be starts, stops, removes, writes or shares';
    if (typeof text !== 'string' || text === '') return 'text is missing';
    return this.#send(both, textOf(both, this.#nextSeq(), text));
  }

  #start(person: Person, payload: unknown): string | undefined {
    if (payload !== undefined && typeof payload !== 'string') return 'payload must be a text';
    this.#stops.delete(`${person.token} ${person.personId}`);
    return this.#send(person, startOf(person, payload));
  }

  #stop(person: Person, update: Update): undefined {
    this.#stops.add(`${person.token} ${person.personId}`);
    return this.#send(person, update);
  }

  #share(person: Person, { number, owner = person.personId, forged = false }: Body): string | undefined {
    if (typeof number !== 'string' || !numberForm.test(number)) return 'number must be 7 to 15 digits';
    if (!isId(owner) || typeof forged !== 'boolean') return 'owner must be an id, and forged true or false';
    return this.#send(person, contactOf(person, this.#nextSeq(), { number, ownerId: owner, isForged: forged }));
  }

  #send({ token }: Person, update: Update): undefined {
    for (const { url, update_types, secret } of this.#subscriptions.get(token)?.values() ?? []) {
      if (update_types !== null && !update_types.includes(update.update_type)) continue;
      this.counted.updatesSent += 1;
      this.#calls.add({
        url,
        body: update,
        headers: () => (secret === '' ? {} : { 'x-max-bot-api-secret': secret }),
        isDone: (status) => status === 200,
        onAcked: () => {
          this.counted.updatesAcked += 1;
        },
        onGivenUp: () => {
          this.counted.updatesGivenUp += 1;
        },
      });
    }
  }

  #nextSeq(): number {
    this.#lastSeq += 1;
    return this.#lastSeq;
  }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
