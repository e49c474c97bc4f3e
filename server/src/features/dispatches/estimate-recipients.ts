// Which messages a batch of recipients would become: by operator, sender, tariff and length. Nothing is stored. The
// operator of a number is known here only, so this is asked before the price, batch by batch.
import type { Actor } from '@volley/domain/actor.ts';
import { brandIdOf } from '@volley/domain/brand.ts';
import { type NumberClass, numberClass } from '@volley/domain/number-type.ts';
import { normalizeDestination } from '@volley/domain/phone-number.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { TrafficType } from '@volley/domain/tariff.ts';
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { findFacts, isUnreachable } from '../messages/find-facts.ts';
import type { MessagePlan, Recipient } from '../messages/plan-messages.ts';
import { openReferenceBook, type ReferenceBook } from '../messages/reference-book.ts';
import { findCountry } from '../numbering/find-country.ts';
import { planDispatch } from './plan-dispatch.ts';

export type MessageGroup = {
  /** Of the recipients, where their clock matters; else empty. */
  readonly timezone: string;
  readonly tariffId: number;
  /** The operator that the price and the counters are of; 0 where none is known. */
  readonly brandId: number;
  readonly senderId: number;
  readonly trafficType: TrafficType;
  readonly partsEach: number;
  readonly messages: number;
};

export type RefusedGroup = {
  readonly errorCode: number;
  readonly count: number;
  readonly examples: readonly string[];
  readonly classes: readonly { readonly numberClass: NumberClass; readonly count: number }[];
};

export type RecipientSummary = {
  readonly groups: readonly MessageGroup[];
  readonly refused: readonly RefusedGroup[];
  /** Operators that none of the senders serves, where the company routes strictly. */
  readonly unserved: readonly { readonly brandId: number; readonly count: number }[];
};

export type EstimateDraft = {
  readonly companyId: number;
  readonly senderIds: readonly number[];
  readonly channelType: string;
  readonly text: string;
  readonly messages: readonly Recipient[];
  /** Sending hours part the recipients by their zones. */
  readonly scheduled?: boolean;
};

const EXAMPLES_MAX = 10;
const NO_SENDER = 457;
/** The hours are asked for with the price; here they only part the recipients. */
const ALWAYS = { startAtMs: 0, hours: [], days: [] };

export async function estimateRecipients(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  draft: EstimateDraft,
): Promise<RecipientSummary> {
  const book = await openReferenceBook(db);
  return read(db, async (tx) => {
    const company = await getOwnCompany(tx, actor.partnerId, draft.companyId);
    if (company.status !== 'ACTIVE') throw new Refusal('company-disabled');
    const { plan } = await planDispatch(tx, { db, config, book }, actor, {
      company,
      senderIds: draft.senderIds,
      channelType: draft.channelType,
      text: draft.text,
      recipients: draft.messages,
      schedule: draft.scheduled === true ? ALWAYS : undefined,
    });
    return {
      groups: groupsOf(plan),
      refused: refusedOf(plan),
      unserved: unservedOf(book, { channelType: draft.channelType, testMode: config.testMode === 'on' }, plan),
    };
  });
}

function groupsOf({ accepted }: MessagePlan): MessageGroup[] {
  const groups = new Map<string, MessageGroup & { messages: number }>();
  for (const { strand, parts } of accepted) {
    const { tariffId, route: brandId, senderId, trafficType, timezone } = strand;
    const key = `${tariffId}|${brandId}|${senderId}|${trafficType}|${timezone}|${parts}`;
    const known = groups.get(key);
    if (known === undefined)
      groups.set(key, { tariffId, brandId, senderId, trafficType, timezone, partsEach: parts, messages: 1 });
    else known.messages += 1;
  }
  return [...groups.values()];
}

function refusedOf({ rejected }: MessagePlan): RefusedGroup[] {
  return [...Map.groupBy(rejected, ({ errorCode }) => errorCode)].map(([errorCode, list]) => ({
    errorCode,
    count: list.length,
    examples: list.slice(0, EXAMPLES_MAX).map(({ destination }) => destination),
    classes: [...Map.groupBy(list, ({ destination }) => classOf(destination))].map(([numberClass, { length }]) => ({
      numberClass,
      count: length,
    })),
  }));
}

function classOf(destination: string): NumberClass {
  const digits = normalizeDestination(destination);
  if (digits === undefined) return 'unknown';
  const { country, type } = findCountry(digits);
  return numberClass(country, type);
}

function unservedOf(
  book: Pick<ReferenceBook, 'plan'>,
  rules: { readonly channelType: string; readonly testMode: boolean },
  { rejected }: MessagePlan,
) {
  const counts = new Map<number, number>();
  for (const { destination, errorCode } of rejected) {
    if (errorCode !== NO_SENDER) continue;
    const digits = normalizeDestination(destination) ?? '';
    const facts = findFacts(book.plan, { ...rules, isOpen: () => true }, digits, 'messages', 0);
    const brandId = isUnreachable(facts) ? 0 : brandIdOf(facts?.brand);
    counts.set(brandId, (counts.get(brandId) ?? 0) + 1);
  }
  return [...counts].map(([brandId, count]) => ({ brandId, count }));
}
