// Accepts single messages inside the caller's transaction: everything is decided and written here, and published by
// the caller after COMMIT. A batch that is never published is found again by its lease.
import type { KeyActor } from '@volley/domain/actor.ts';
import { billingDay, billingMonth } from '@volley/domain/budget.ts';
import { openCountries } from '@volley/domain/country.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findBlocked, NOTHING_BLOCKED } from '../blacklist/find-blocked.ts';
import type { OutgoingBatch } from '../dispatches/cut-batches.ts';
import { openWindows } from '../inbound/open-windows.ts';
import { mintCode } from '../links/mint-code.ts';
import { shortLinkBase } from '../links/short-link-address.ts';
import { knownTariffs, openReferenceBook } from '../messages/reference-book.ts';
import { markFirstUse } from '../senders/find-senders.ts';
import { findSendersByName, giveBackSharedName, takeSharedName } from '../senders/named-senders.ts';
import { failMessages } from '../settlement/fail-messages.ts';
import { tariffsInForce } from '../tariffs/price-list.ts';
import { loadMatcher, NO_TEMPLATES } from '../templates/match-templates.ts';
import { type AccountContext, readContext } from './account-context.ts';
import { affordSends } from './afford-sends.ts';
import { keepRefused } from './keep-refused.ts';
import { type PlannedSend, planSends, refusal, type SendPlan } from './plan-sends.ts';
import { publishSends } from './publish-sends.ts';
import type { SendItem, SendOrigin, SendResult } from './send.ts';
import { readVolumes } from './send-volumes.ts';
import { storeSends } from './store-sends.ts';

export type SendNeeds = Pick<Platform, 'db' | 'config' | 'secrets' | 'bus' | 'log' | 'metrics' | 'restoreGate'>;

export type SentWithin = { readonly results: SendResult[]; publish(): Promise<void> };

export async function sendWithin(
  tx: Tx,
  platform: SendNeeds,
  account: KeyActor,
  items: readonly SendItem[],
  origin: SendOrigin,
): Promise<SentWithin> {
  const accepted = await acceptSends(tx, platform, account, items, origin);
  return { results: accepted.results, publish: () => publishSends(platform, accepted) };
}

export type AcceptedSends = {
  readonly results: SendResult[];
  readonly outgoing: readonly OutgoingBatch[];
  /** Some of them have been left to the pacer. */
  readonly isWaiting: boolean;
};

export async function acceptSends(
  tx: Tx,
  platform: SendNeeds,
  account: KeyActor,
  items: readonly SendItem[],
  origin: SendOrigin,
): Promise<AcceptedSends> {
  const nowMs = tx.now.getTime();
  const owner = {
    ...account,
    day: billingDay(nowMs),
    month: billingMonth(nowMs),
    ...(origin.dispatchId !== undefined && { stepsOf: origin.dispatchId }),
  };
  const context = await readContext(tx, account, owner.month);
  const plan = await makePlan(tx, platform, { account, context }, items, origin);
  const shared = await withinSharedLimit(tx, account.companyId, owner.day, plan);
  const volumes = await readVolumes(tx, owner, shared);
  const { spendable } = context;
  const accepted = await affordSends(tx, { account, owner, spendable, volumes, origin }, shared, plan.refused);
  const countShared = (sends: readonly PlannedSend[]) => sends.filter((send) => send.shared).length;
  await giveBackSharedName(tx, account.companyId, owner.day, countShared(shared) - countShared(accepted));
  const kept = origin.keepRefused ? await keepRefused(tx, platform, account, items, plan.refused) : [];
  const stored = [...accepted, ...kept];
  if (stored.length === 0)
    return { results: resultsOf(items, new Map(), plan.refused), outgoing: [], isWaiting: false };
  const { placed, outgoing } = await storeSends(tx, platform, account, owner, { planned: stored, volumes }, origin);
  const used = new Set(accepted.filter(({ firstUse }) => firstUse).map(({ offer }) => offer.senderId));
  if (platform.config.moderation === 'auto' && used.size > 0) await markFirstUse(tx, [...used]);
  await failMessages(
    tx,
    placed.flatMap(({ id, planned }) => (planned.errorCode === null ? [] : [{ id, errorCode: planned.errorCode }])),
  );
  const ids = new Map(placed.map(({ planned, id }) => [planned.at, id]));
  const claimed = outgoing.reduce((sum, { batch }) => sum + batch.messages.length, 0);
  const going = placed.filter(({ planned }) => planned.errorCode === null).length;
  return { results: resultsOf(items, ids, plan.refused), outgoing, isWaiting: claimed < going };
}

async function makePlan(
  tx: Tx,
  { db, config }: SendNeeds,
  { account, context }: { account: KeyActor; context: AccountContext },
  items: readonly SendItem[],
  origin: SendOrigin,
): Promise<SendPlan> {
  const book = await openReferenceBook(db);
  const names = await findSendersByName(tx, account.companyId, items, config);
  const senders = items.flatMap(({ channelType, senderName }) => names(channelType, senderName)?.senders ?? []);
  const tariffs = await knownTariffs(db, book, context.tariffs);
  const rules = {
    names,
    blocked: context.isWatched
      ? await findBlocked(tx, { companyId: account.companyId, recipients: items, senders })
      : NOTHING_BLOCKED,
    templates: context.hasTemplates ? await loadMatcher(tx, account.companyId, config.moderation) : NO_TEMPLATES,
    routing: context.routing,
    hostNetwork: config.hostNetworkRouting === 'on',
    testMode: config.testMode === 'on',
    isOpen: openCountries(context.openCountries ?? config.allowedCountries),
    volumeOf: context.volumeOf,
    shortHost: shortLinkBase(config),
    isWindowOpen: await openWindows(tx, account.companyId, items, config),
    mintCode,
  };
  return planSends(
    { plan: book.plan, tariffs: tariffsInForce(tariffs, context.priceListId, tx.now) },
    rules,
    items,
    origin,
  );
}

/** The shared test name is for trying out: so many a day, the others are refused. */
async function withinSharedLimit(
  tx: Tx,
  companyId: number,
  day: string,
  { accepted, refused }: SendPlan,
): Promise<PlannedSend[]> {
  const wanted = accepted.filter(({ shared }) => shared).length;
  let left = await takeSharedName(tx, companyId, day, wanted);
  return accepted.filter(({ shared, at }) => {
    if (!shared || left > 0) {
      if (shared) left -= 1;
      return true;
    }
    refused.set(at, refusal(429, 7429, 'Daily limit of the test name is reached'));
    return false;
  });
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
    if (result === undefined) throw new Error('a message has no answer');
    return externalMessageId === null ? result : { ...result, externalMessageId };
  });
}
