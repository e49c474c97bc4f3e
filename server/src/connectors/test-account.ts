// Tests the account of a sender name with one call without effect, signed with the account. The address is that of the
// link, which staff configured.
import { setTimeout } from 'node:timers/promises';
import type { HttpProtocol } from '@volley/domain/links/provider-protocol.ts';
import { providerWords, type SenderAccount } from '@volley/domain/sending/sender-account.ts';
import {
  openProvider,
  type Provider,
  type ProviderReply,
  type ProviderRequest,
} from '../platform/http/provider-http.ts';
import type { Dialect, SubscriptionSteps } from './dialect.ts';
import { dialectOf, type LinkAccount } from './dialects.ts';

export type AccountTest =
  /** `reason`: the provider accepts the account, but will not report its events. */
  | { readonly state: 'accepted'; readonly reason?: string }
  /** `reason`: for people; no secret. */
  | { readonly state: 'refused' | 'unreachable'; readonly reason: string };

export type TestedLink = Omit<LinkAccount, 'basePath'> & { readonly protocol: HttpProtocol; readonly url: string };

export function testAccount(link: TestedLink, account: SenderAccount, timeoutMs: number): Promise<AccountTest> {
  return withProvider(link, timeoutMs, async (dialect, provider) => {
    const test = judged(dialect, await provider.ask(dialect.health(Date.now(), account)), account);
    return test.reason === undefined ? test : { ...test, reason: accountWords(test.reason, link, account) };
  });
}

/**
 * Asks the provider to report events of the account to this service. Undefined: it will, or it has none to report, or
 * no address of this service is known. Otherwise the reason, for people; no secret.
 */
export function subscribeAccount(
  link: TestedLink,
  account: SenderAccount,
  terms: SubscriptionTerms,
): Promise<string | undefined> {
  return withProvider(link, terms.timeoutMs, async (dialect, provider) => {
    const problem = await subscribed(dialect, provider, account, terms);
    return problem === undefined ? undefined : accountWords(`webhook not set: ${problem}`, link, account);
  });
}

async function subscribed(
  dialect: Dialect,
  provider: Provider,
  account: SenderAccount,
  { senderId, keep }: SubscriptionTerms,
): Promise<string | undefined> {
  const ask = (request: ProviderRequest) => provider.ask(request);
  if (dialect.subscribeInSteps !== undefined)
    return dialect.subscribeInSteps(account, senderId, { ask, keep, pause: setTimeout });
  const request = dialect.subscribe?.(account, senderId);
  if (request === undefined) return undefined;
  const reply = await ask(request);
  return reply.kind === 'answer' ? dialect.hearSubscription?.(reply) : reply.reason;
}

/** `timeoutMs`: of each call. `keep`: see `SubscriptionSteps`. */
export type SubscriptionTerms = Pick<SubscriptionSteps, 'keep'> & {
  readonly senderId: number;
  readonly timeoutMs: number;
};

export type SubscriptionCheck = {
  /** The provider had another address or none, so it was asked again. */
  readonly isRepeated: boolean;
  /** Why the provider does not report events, for people; no secret. */
  readonly problem?: string;
};

/** Asks whether the provider reports events of the account to this service, and subscribes again if it does not. */
export function checkSubscription(
  link: TestedLink,
  account: SenderAccount,
  terms: SubscriptionTerms,
): Promise<SubscriptionCheck> {
  const { senderId, timeoutMs } = terms;
  return withProvider(link, timeoutMs, async (dialect, provider) => {
    const request = dialect.inquireSubscription?.(account);
    if (request === undefined) return { isRepeated: false };
    const reply = await provider.ask(request);
    const state = reply.kind === 'answer' ? dialect.hearSubscribed?.(reply, senderId) : reply.reason;
    if (typeof state === 'string')
      return { isRepeated: false, problem: accountWords(`webhook not checked: ${state}`, link, account) };
    if (state !== false) return { isRepeated: false };
    const problem = await subscribeAccount(link, account, terms);
    return problem === undefined ? { isRepeated: true } : { isRepeated: true, problem };
  });
}

export async function withProvider<T>(
  link: TestedLink,
  timeoutMs: number,
  work: (dialect: Dialect, provider: Provider) => Promise<T>,
): Promise<T> {
  const { origin, pathname } = new URL(link.url);
  const dialect = dialectOf(link.protocol, { ...link, basePath: pathname.replace(/\/$/, '') });
  const provider = openProvider(origin, { connections: 1, timeoutMs });
  try {
    return await work(dialect, provider);
  } finally {
    await provider.close();
  }
}

function judged(dialect: Dialect, reply: ProviderReply, account: SenderAccount): AccountTest {
  if (reply.kind !== 'answer') return { state: 'unreachable', reason: reply.reason };
  const refusal = dialect.hearHealth(reply, account);
  if (refusal === undefined) return { state: 'accepted' };
  const isBusy = reply.status === 429 || reply.status >= 500 || dialect.isBusy?.(reply) === true;
  return { state: isBusy ? 'unreachable' : 'refused', reason: `answered ${refusal}` };
}

/** Words about an account, for people. */
export const accountWords = (text: string, { secret }: TestedLink, { secrets }: SenderAccount): string =>
  providerWords(text, [secret, ...Object.values(secrets)]);
