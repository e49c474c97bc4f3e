// Accepts single messages inside the caller's transaction: plans and stores them. The caller publishes the batches
// after COMMIT. A batch that is never published is found again by its lease.

import type { LinkMode } from '@volley/domain/links/link-order.ts';
import { billingDay, billingMonth } from '@volley/domain/money/budget.ts';
import { openCountries } from '@volley/domain/numbers/country.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Tx } from '../../platform/database/database.ts';
import { currentRequest } from '../../platform/logging/request-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { findBlocked, NOTHING_BLOCKED } from '../blacklist/find-blocked.ts';
import { findOpenSessions } from '../inbound/open-sessions.ts';
import { logAccepted, traceAccepted } from '../messages/accepted-messages.ts';
import { knownTariffs, openReferenceBook } from '../messages/planning/reference-book.ts';
import type { OutgoingBatch } from '../queue/batches/cut-batches.ts';
import type { BucketOwner } from '../queue/buckets/buckets.sql.ts';
import { markFirstUse } from '../senders/find-senders.ts';
import { claimSharedName, findSendersByName, releaseSharedName } from '../senders/named-senders.ts';
import { failMessages } from '../settlement/fail-messages.ts';
import { mintCode } from '../short-links/mint-code.ts';
import { shortLinkBase } from '../short-links/short-link-address.ts';
import { tariffsInForce } from '../tariffs/price-list.ts';
import { loadMatcher, NO_TEMPLATES } from '../templates/match-templates.ts';
import { type AccountContext, readContext } from './account-context.ts';
import { affordSends } from './afford-sends.ts';
import { type PlannedSend, planSends, refusal, type SendPlan, splitSends } from './plan-sends.ts';
import { planUnsent } from './plan-unsent.ts';
import { publishSends } from './publish-sends.ts';
import type { SendCall, SendItem, SendResult } from './send.ts';
import { readVolumes, type SendVolumes } from './send-volumes.ts';
import { storeSends } from './store-sends.ts';

export type SendNeeds = Pick<
  Platform,
  'db' | 'config' | 'secrets' | 'bus' | 'log' | 'metrics' | 'traces' | 'restoreGate' | 'shared'
>;

export type SentWithin = { readonly results: SendResult[]; publish(): Promise<void> };

export async function sendWithin(tx: Tx, platform: SendNeeds, call: SendCall): Promise<SentWithin> {
  const startedAt = performance.now();
  const accepted = await acceptSends(tx, platform, call);
  return {
    results: accepted.results,
    publish: () => {
      const byRequest = currentRequest() !== undefined;
      traceSends(platform.traces, call, accepted.results, { startedAt, byRequest });
      logAccepted(platform, call.account, accepted.results, idOf);
      return publishSends(platform, accepted);
    },
  };
}

/** Undefined: refused. */
export const idOf = ({ messageUuid }: SendResult): string | undefined => messageUuid ?? undefined;

export function traceSends(
  traces: Platform['traces'],
  { account, items }: Pick<SendCall, 'account' | 'items'>,
  results: readonly SendResult[],
  origin: { readonly startedAt: number; readonly byRequest: boolean },
): void {
  if (!traces.isOn) return;
  const cascadeRootOf = (at: number) => items[at]?.cascadeRoot?.messageUuid;
  traceAccepted(traces, results, idOf, { companyId: account.companyId, ...origin, cascadeRootOf });
}

export type AcceptedSends = {
  readonly results: SendResult[];
  readonly outgoing: readonly OutgoingBatch[];
  /** Some messages are left to the pacer. */
  readonly isWaiting: boolean;
};

export async function acceptSends(tx: Tx, platform: SendNeeds, call: SendCall): Promise<AcceptedSends> {
  const { account, items, origin } = call;
  const owner = ownerOf(tx, call);
  const { plan, volumes, linkMode } = await planWithinLimits(tx, platform, call, owner);
  const unsent = origin.storeRefused ? await planUnsent(tx, platform, call, plan.refused) : [];
  const stored = [...plan.accepted, ...unsent];
  if (stored.length === 0)
    return { results: resultsOf(items, new Map(), plan.refused), outgoing: [], isWaiting: false };
  const { placed, outgoing } = await storeSends(tx, platform, { account, owner, origin, volumes, linkMode }, stored);
  const used = new Set(plan.accepted.filter(({ firstUse }) => firstUse).map(({ offer }) => offer.senderId));
  if (platform.config.moderation === 'auto' && used.size > 0) await markFirstUse(tx, [...used]);
  await failMessages(
    tx,
    placed.flatMap(({ id, planned }) => (planned.errorCode === null ? [] : [{ id, errorCode: planned.errorCode }])),
  );
  const ids = new Map(placed.map(({ planned, id }) => [planned.at, id]));
  const claimed = outgoing.reduce((sum, { batch }) => sum + batch.messages.length, 0);
  const sendable = placed.filter(({ planned }) => planned.errorCode === null).length;
  return { results: resultsOf(items, ids, plan.refused), outgoing, isWaiting: claimed < sendable };
}

function ownerOf(tx: Tx, { account, origin }: SendCall): BucketOwner {
  const nowMs = tx.now.getTime();
  return {
    ...account,
    day: billingDay(nowMs),
    month: billingMonth(nowMs),
    ...(origin.dispatchId !== undefined && { stepsOf: origin.dispatchId }),
  };
}

/** The messages within the limits of the shared test name and the money; all others are refused. */
async function planWithinLimits(
  tx: Tx,
  platform: SendNeeds,
  call: SendCall,
  owner: BucketOwner,
): Promise<{ readonly plan: SendPlan; readonly volumes: SendVolumes; readonly linkMode: LinkMode }> {
  const { account, origin } = call;
  const context = await readContext(tx, account, owner.month);
  const plan = await makePlan(tx, platform, call, context);
  const shared = await withinSharedLimit(tx, account.companyId, owner.day, plan.accepted);
  const volumes = await readVolumes(tx, owner, shared.accepted);
  const { spendable, linkMode } = context;
  const afforded = await affordSends(tx, { account, owner, spendable, volumes, origin }, shared.accepted);
  const unused = countShared(shared.accepted) - countShared(afforded.accepted);
  await releaseSharedName(tx, account.companyId, owner.day, unused);
  const refused = new Map([...plan.refused, ...shared.refused, ...afforded.refused]);
  return { plan: { accepted: afforded.accepted, refused }, volumes, linkMode };
}

const countShared = (sends: readonly PlannedSend[]) => sends.filter(({ shared }) => shared).length;

async function makePlan(
  tx: Tx,
  { db, config }: SendNeeds,
  { account, items, origin }: SendCall,
  context: AccountContext,
): Promise<SendPlan> {
  const book = await openReferenceBook(db);
  const names = await findSendersByName(tx, account.companyId, items, config);
  const senders = items.flatMap(({ channelType, senderName }) => names(channelType, senderName)?.senders ?? []);
  const tariffs = await knownTariffs(db, book, context.tariffs);
  const rules = {
    names,
    blocked: context.hasBlockLists
      ? await findBlocked(tx, { companyId: account.companyId, recipients: items, senders })
      : NOTHING_BLOCKED,
    templates: context.hasTemplates ? await loadMatcher(tx, account.companyId, config.moderation) : NO_TEMPLATES,
    routing: context.routing,
    hostNetwork: config.hostNetworkRouting,
    testMode: config.testMode,
    isOpen: openCountries(context.openCountries ?? config.allowedCountries),
    volumeOf: context.volumeOf,
    shortHost: shortLinkBase(config),
    isSessionOpen: await findOpenSessions(tx, account.companyId, items, config),
    mintCode,
    origin,
  };
  return planSends({ plan: book.plan, tariffs: tariffsInForce(tariffs, context.priceListId, tx.now) }, rules, items);
}

const OVER_SHARED_LIMIT = refusal(429, ERROR.limitReached, 'Daily limit of the test name is reached');

/** The shared test name has a daily limit; messages above it are refused. */
async function withinSharedLimit(
  tx: Tx,
  companyId: number,
  day: string,
  planned: readonly PlannedSend[],
): Promise<SendPlan> {
  let left = await claimSharedName(tx, companyId, day, countShared(planned));
  const fits = ({ shared }: PlannedSend) => {
    if (!shared) return true;
    left -= 1;
    return left >= 0;
  };
  return splitSends(planned, fits, OVER_SHARED_LIMIT);
}

function resultsOf(
  items: readonly SendItem[],
  ids: ReadonlyMap<number, string>,
  refused: ReadonlyMap<number, SendResult>,
): SendResult[] {
  return items.map(({ externalMessageId }, at) => {
    const messageUuid = ids.get(at);
    if (messageUuid !== undefined) return { code: 201, messageUuid };
    const result = refused.get(at);
    if (result === undefined) throw new Error(`message ${at} of the call has neither an id nor a refusal`);
    return externalMessageId === null ? result : { ...result, externalMessageId };
  });
}
