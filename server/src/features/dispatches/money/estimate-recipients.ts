// Groups the messages for a portion of recipients by operator, sender, tariff and length, without storing them. Only
// the server knows the operator of a number, so the console calls this portion by portion before it asks for the price.

import type { TrafficType } from '@volley/domain/money/tariff.ts';
import { must } from '@volley/domain/must.ts';
import { brandIdOf } from '@volley/domain/numbers/brand.ts';
import { type NumberClass, numberClass } from '@volley/domain/numbers/number-type.ts';
import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { isRefused } from '@volley/domain/planning/refused.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getOwnCompany } from '../../companies/find-company.ts';
import { checkNumber } from '../../messages/planning/check-number.ts';
import type { MessagePlan } from '../../messages/planning/plan-messages.ts';
import type { Recipient } from '../../messages/planning/recipient-text.ts';
import { openReferenceBook, type ReferenceBook } from '../../messages/planning/reference-book.ts';
import { findCountry } from '../../numbering/find-country.ts';
import { planDispatch } from '../recipients/plan-dispatch.ts';

export type MessageGroup = {
  /** Of the recipients; empty without a schedule. */
  readonly timezone: string;
  readonly tariffId: number;
  /** The operator whose price and counters apply; 0: unknown. */
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
  /** Operators without a sender, under strict routing. */
  readonly unserved: readonly { readonly brandId: number; readonly count: number }[];
};

export type EstimateDraft = {
  readonly companyId: number;
  readonly senderIds: readonly number[];
  readonly channelType: string;
  readonly text: string;
  readonly messages: readonly Recipient[];
  /** With a schedule recipients are grouped by time zone. */
  readonly scheduled?: boolean;
};

const EXAMPLES_MAX = 10;
/** The schedule itself comes with the question for the price; here it only separates time zones. */
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
      unserved: unservedOf(book, { channelType: draft.channelType, testMode: config.testMode }, plan),
    };
  });
}

function groupsOf({ accepted }: MessagePlan): MessageGroup[] {
  const groups = new Map<string, MessageGroup & { messages: number }>();
  for (const { strand, parts } of accepted) {
    const { tariffId, brand: brandId, senderId, trafficType, timezone } = strand;
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
  { plan }: Pick<ReferenceBook, 'plan'>,
  { channelType, testMode }: { readonly channelType: string; readonly testMode: boolean },
  { rejected }: MessagePlan,
) {
  const rules = { plan, testMode, isOpen: () => true, list: 'messages' };
  const counts = new Map<number, number>();
  for (const { destination, errorCode } of rejected) {
    if (errorCode !== ERROR.senderUnavailable) continue;
    const digits = must(normalizeDestination(destination), 'digits of a recipient without a sender');
    const facts = checkNumber(rules, channelType, digits, 0);
    const brandId = isRefused(facts) ? 0 : brandIdOf(facts?.brand);
    counts.set(brandId, (counts.get(brandId) ?? 0) + 1);
  }
  return [...counts].map(([brandId, count]) => ({ brandId, count }));
}
