// The limit for strangers at the hooks of providers: an address has 60 calls without a proof at once, and one per
// second after that. Further calls are refused before the framework sees them, without a statement and without opening
// a secret.
//
// Most proofs cover the body, so a forged call looks like a provider's until it was read. Therefore a call takes its
// place in the limit when it comes, and gets it back when it was proven. An address that has proven a call to a link,
// or to an account, is not limited there for a day, whatever comes from its neighbors. The proof counts for that link
// or account alone: the owner of one bot gains nothing at the address of another.
import { addressBlock } from '@volley/domain/people/address-block.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Platform } from '../../platform/platform.ts';
import { replyTooManyRequests } from '../http/beneath-http.ts';
import type { Gate } from '../http/http-server.ts';
import { addressReader } from '../http/limits/caller-address.ts';
import { RateLimiter } from '../http/limits/rate-limit.ts';

export const HOOKS_PREFIX = '/channels/v1';

/** Of calls without a proof, per address; for IPv6 per 64 bits. */
const STRANGER_LIMIT = { perSecond: 1, burst: 60 } as const;
const PROOF_MS = 86_400_000;
/** Addresses per link or account; the one whose last proof is oldest goes first. */
const PROVEN_MAX = 1_000;
/** Links and accounts with proofs; the one whose last proof is oldest goes first. */
const PLACES_MAX = 10_000;

type Visit = { readonly block: string; readonly place: string; readonly isStranger: boolean };

type Needs = { readonly config: Pick<Config, 'rateLimits' | 'trustedProxies'> } & Pick<Platform, 'metrics'>;

export class HookWalls {
  readonly #metrics: Needs['metrics'];
  readonly #strangers: RateLimiter | undefined;
  readonly #visits = new WeakMap<FastifyRequest, Visit>();
  /** Place → address → time of its last proof. Only existing links and accounts have a place. */
  readonly #proven = new Map<string, Map<string, number>>();
  readonly #lookups = new Map<string, Promise<unknown>>();
  readonly #addressOf: ReturnType<typeof addressReader>;

  constructor({ config, metrics }: Needs) {
    this.#metrics = metrics;
    this.#strangers = config.rateLimits ? new RateLimiter(STRANGER_LIMIT) : undefined;
    this.#addressOf = addressReader(config.trustedProxies);
  }

  /** Refuses calls of an address that has used up its calls. */
  readonly gate: Gate = (request, response) => {
    const { url = '' } = request;
    if (this.#strangers === undefined || !url.startsWith(`${HOOKS_PREFIX}/`)) return false;
    const block = addressBlock(this.#addressOf(request));
    if (!this.#strangers.isSpent(block) || this.#hasProven(placeIn(url), block)) return false;
    replyTooManyRequests(request, response, this.#strangers.take(block).retryAfterSeconds ?? 1);
    this.#metrics.observe('volley_request_seconds', 0, { route: HOOKS_PREFIX, status: '429' });
    return true;
  };

  /** A hook of the framework. Throws when the address has used up its calls. */
  readonly enter = (request: FastifyRequest, _reply: unknown, entered: () => void): void => {
    const [block, place] = [addressBlock(request.ip), placeOf(request)];
    const isStranger = !this.#hasProven(place, block);
    const retryAfterSeconds = isStranger ? this.#strangers?.take(block).retryAfterSeconds : undefined;
    if (retryAfterSeconds !== undefined) throw new Refusal('too-many-requests', { retryAfterSeconds });
    this.#visits.set(request, { block, place, isStranger });
    entered();
  };

  /** The call was proven. */
  prove(request: FastifyRequest): void {
    const { block, place, isStranger } = this.#visitOf(request);
    if (isStranger) this.#strangers?.giveBack(block);
    const known = this.#proven.get(place) ?? new Map<string, number>();
    putLast(known, block, performance.now(), PROVEN_MAX);
    putLast(this.#proven, place, known, PLACES_MAX);
  }

  /** Strangers of one address ask the database one after another. */
  async lookUp<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const { block, isStranger } = this.#visitOf(request);
    if (!isStranger) return work();
    const own = after(this.#lookups.get(block), work);
    this.#lookups.set(block, own);
    try {
      return await own;
    } finally {
      if (this.#lookups.get(block) === own) this.#lookups.delete(block);
    }
  }

  #hasProven(place: string, block: string): boolean {
    const at = this.#proven.get(place)?.get(block);
    return at !== undefined && performance.now() - at < PROOF_MS;
  }

  #visitOf(request: FastifyRequest): Visit {
    const visit = this.#visits.get(request);
    if (visit === undefined) throw new Error(`request ${request.id} to a hook was not let in`);
    return visit;
  }
}

/** Puts the entry at the end; above `max` the first one goes. */
function putLast<Value>(entries: Map<string, Value>, key: string, value: Value, max: number): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > max && oldest !== undefined) entries.delete(oldest);
}

async function after<T>(before: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
  await before?.catch(() => undefined);
  return work();
}

/** Link, form, and sender; a token in the path is left out. */
function placeOf({ params, routeOptions: { url = '' } }: FastifyRequest): string {
  const { linkName, senderId = '' } = params as { linkName: string; senderId?: string }; // every route here has a link
  return `${linkName} ${url.split('/')[4]} ${idIn(senderId)}`;
}

/** The same, before the path is routed. A path in an odd form is no proven place. */
function placeIn(url: string): string {
  const [path = ''] = url.split('?', 1);
  const [, , , link = '', form = '', last = ''] = path.split('/');
  return `${decoded(link)} ${form} ${idIn(last)}`;
}

/** An account has one place, however its number is written; empty: no number. */
const idIn = (segment: string): string => (/^\d+$/.test(segment) ? String(Number(segment)) : '');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
