// A partner that sends spoiled requests one after another. After each block it repeats the refused requests between two
// snapshots of all data the partner owns: the snapshots must be equal.
import { type EndpointShape, SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import type pg from 'pg';
import { Client } from 'undici';
import type { Chance } from '../chaos/random.ts';
import { type AccountKeys, openAccount, openWidget } from '../harness/account.ts';
import { listAt, memberAt, numberAt, textAt } from '../harness/json.ts';
import type { PartnerClient } from '../harness/partner-client.ts';
import type { ForeignIds } from './mutations.ts';
import { pictureOf } from './pictures.ts';
import { type FuzzRequest, fuzzRequest, sectionOf } from './requests.ts';
import type { Belongings } from './schema-values.ts';
import type { Answer, Verdicts } from './verdicts.ts';

const BLOCK = 50;
/** Fuzzing disables companies and closes sender names over time: a new company now and then keeps requests valid. */
const BLOCKS_PER_COMPANY = 12;
const LOGIN_SHARE = 0.004;
const IDS_KEPT = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Bodies above this size: the server may close while they are still being sent. */
const CUT_OFF_BYTES = 200_000;

const KEY_OF = {
  MESSAGES: 'messages',
  SYSTEM: 'system',
  VERIFIER: 'verifier',
  VERIFIER_BUILDER: 'verifierBuilder',
} as const;

/** Placeholder in the paths of the widget endpoints. */
const WIDGETS = '{widgetId}';

/** Requests of a browser on a site. */
const isOfVisitor = ({ path }: FuzzRequest) => path.startsWith(SURFACE_PREFIX.widget);

/** Code checks and calls without a key are counted, so a refused one does change data. */
const isCounted = (request: FuzzRequest) =>
  isOfVisitor(request) || request.path.startsWith(`${SURFACE_PREFIX.messaging}/verifier/`);

export type WorkerNeeds = {
  readonly partner: PartnerClient;
  readonly partnerId: number;
  /** For creating messaging API keys of the worker's companies. */
  readonly adminToken: string;
  readonly foreign: ForeignIds;
  readonly endpoints: readonly EndpointShape[];
  readonly database: pg.Pool;
  readonly chance: Chance;
  readonly verdicts: Verdicts;
};

export class FuzzWorker {
  readonly #needs: WorkerNeeds;
  readonly #http: Client;
  #own: Belongings;
  #keys: AccountKeys | undefined;
  #origin = '';
  #blocks = 0;

  constructor(needs: WorkerNeeds) {
    this.#needs = needs;
    this.#http = new Client(needs.partner.url, { keepAliveTimeout: 20_000 });
    const nothing = { documentIds: [], dispatchIds: [], senderNames: ['Fuzz'], gatewayId: '', made: new Map() };
    this.#own = { ...needs.partner, ...nothing };
  }

  async close(): Promise<void> {
    await this.#http.destroy();
  }

  async runBlock(): Promise<void> {
    if (this.#blocks % BLOCKS_PER_COMPANY === 0) await this.#renew();
    this.#blocks += 1;
    const refused: FuzzRequest[] = [];
    for (let at = 0; at < BLOCK; at += 1) {
      const request = this.#next();
      const answer = await this.#send(request);
      if (answer === undefined) continue;
      // The company was disabled: its keys no longer reach any endpoint.
      if (answer.status === 401 && request.keyType !== undefined) await this.#renew();
      if (answer.status >= 400 && request.method !== 'GET' && !isCounted(request)) refused.push(request);
      if (answer.status < 300 && request.method === 'POST' && answer.text !== '') this.#remember(request, answer.text);
    }
    await this.#checkRefused(refused);
  }

  #next(): FuzzRequest {
    const { endpoints, chance, foreign } = this.#needs;
    const shape = chance.pick(endpoints);
    // A sign-in attempt hashes a password, which is slow by design.
    const isSlow =
      shape.auth === 'none' && shape.surface === 'partner' && chance.number() > LOGIN_SHARE * endpoints.length;
    return isSlow ? this.#next() : fuzzRequest(shape, chance, this.#own, foreign);
  }

  async #renew(): Promise<void> {
    const { partner, adminToken } = this.#needs;
    this.#own = await freshBelongings(partner);
    this.#keys = await openAccount(partner.url, adminToken, this.#own.companyId);
    const [senderName = ''] = this.#own.senderNames;
    const { companyId, made } = this.#own;
    const { gatewayId, widgetId, origin } = await openWidget(partner.url, adminToken, { companyId, senderName });
    made.set(WIDGETS, [widgetId]);
    this.#own = { ...this.#own, gatewayId };
    this.#origin = origin;
  }

  #remember({ endpoint, path, keyType }: FuzzRequest, text: string): void {
    const answer: unknown = JSON.parse(text);
    const section = sectionOf(path.replace(SURFACE_PREFIX.messaging, ''));
    if (endpoint === 'createDispatch') keepNewest(this.#own.dispatchIds, [numberAt(answer, 'id')]);
    else if (endpoint === 'openWidgetSession') this.#own.made.set('sessions', [textAt(answer, 'key')]);
    else if (keyType !== undefined)
      this.#own.made.set(section, keepNewest(this.#own.made.get(section) ?? [], idsIn(answer)));
  }

  async #checkRefused(refused: readonly FuzzRequest[]): Promise<void> {
    const { database, partnerId, verdicts } = this.#needs;
    const before = await pictureOf(database, partnerId);
    const sent: string[] = [];
    for (const request of refused) {
      const answer = await this.#send(request);
      // A request in between made it valid: this block proves nothing.
      if (answer !== undefined && answer.status < 400) return;
      sent.push(`${request.endpoint}, ${request.mutation}`);
    }
    verdicts.proved += sent.length;
    if ((await pictureOf(database, partnerId)) !== before)
      verdicts.complain('state changed by a refused request', sent.join('; '), before);
  }

  #identity(request: FuzzRequest, token: string): Record<string, string> {
    if (isOfVisitor(request)) return { origin: this.#origin };
    const key = request.keyType && this.#keys?.[KEY_OF[request.keyType]];
    return { authorization: `Bearer ${key ?? token}` };
  }

  /** Undefined if the server closed while reading an oversized body. */
  async #send(request: FuzzRequest): Promise<Answer | undefined> {
    const { partner, verdicts } = this.#needs;
    const startedAt = performance.now();
    const { method, path, body, headers } = request;
    try {
      const reply = await this.#http.request({
        // Endpoints use only these methods.
        method: method as 'GET' | 'POST' | 'PUT',
        path,
        headers: { ...this.#identity(request, partner.token), ...headers },
        ...(body !== undefined && { body }),
      });
      const text = await reply.body.text();
      // A requested wait is not a slow answer.
      const ms = /[?&]wait=/.test(path) ? 0 : performance.now() - startedAt;
      const answer = { status: reply.statusCode, text, ms };
      verdicts.check(`${request.endpoint}, ${request.mutation}: ${method} ${path} ${body ?? ''}`, answer);
      return answer;
    } catch (error) {
      if ((body?.length ?? 0) < CUT_OFF_BYTES)
        verdicts.complain('no answer', `${method} ${path} ${body ?? ''}`, String(error));
      return undefined;
    }
  }
}

async function freshBelongings(partner: PartnerClient): Promise<Belongings> {
  const company = { name: 'Fuzz', counteragentType: 'LEGAL', counteragentInn: '7700000001' };
  const companyId = numberAt(await partner.call('POST', '/company', { company }), 'companyId');
  const sender = { companyId, channelType: 'SMS', commonType: 'COMMON', dateFrom: '2024-07-01T00:00:00Z' };
  const senderIds: number[] = [];
  for (const brand of ['MTS', 'BEELINE']) {
    const named = { ...sender, brand, senderName: `Fuzz${brand.slice(0, 3)}` };
    senderIds.push(numberAt(await partner.call('POST', '/senders', named), 'id'));
  }
  const senderNames = ['FuzzMTS', 'FuzzBEE'];
  return { companyId, senderIds, documentIds: [], dispatchIds: [], senderNames, gatewayId: '', made: new Map() };
}

function keepNewest<Item>(kept: Item[], fresh: readonly Item[]): Item[] {
  kept.push(...fresh);
  kept.splice(0, Math.max(0, kept.length - IDS_KEPT));
  return kept;
}

/** The id or ids of created objects. */
function idsIn(answer: unknown): (number | string)[] {
  const things = [answer, ...(Array.isArray(memberAt(answer, 'items')) ? listAt(answer, 'items') : [])];
  const names = ['id', 'dispatchId', 'messageUuid'];
  const ids = things.flatMap((thing) => names.map((name) => memberAt(thing, name)));
  return ids.filter((id): id is number | string => typeof id === 'number' || UUID.test(String(id)));
}

/** An object of every kind, for use in other partners' requests. */
export async function foreignIds(partner: PartnerClient): Promise<ForeignIds> {
  const { id } = await partner.createDispatch({
    name: 'Theirs',
    text: 'Hi',
    messages: [{ destination: '79161230000' }],
  });
  const [senderId] = partner.senderIds;
  return { companyId: partner.companyId, id, dispatchId: id, senderIds: [senderId], '0': senderId };
}
