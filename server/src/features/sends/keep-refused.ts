// Refused messages that are kept all the same, unsent and for nothing, so that their owner is told of them like of
// any other. What may be accepted when it is tried again stays refused.
import type { KeyActor } from '@volley/domain/actor.ts';
import { normalizeDestination } from '@volley/domain/phone-number.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { partsOf } from '../messages/plan-messages.ts';
import { openReferenceBook } from '../messages/reference-book.ts';
import { findCountry } from '../numbering/find-country.ts';
import { getAnySenders } from '../senders/any-sender.ts';
import type { PlannedSend } from './plan-sends.ts';
import type { SendItem, SendResult } from './send.ts';

const FOR_GOOD: readonly number[] = [400, 402, 403, 404];
const NORMAL_LANE = 1;
const ZONE = 'Europe/Moscow';

/** Takes from `refused` what it keeps. */
export async function keepRefused(
  tx: Tx,
  { db, log }: Pick<Platform, 'db' | 'log'>,
  account: KeyActor,
  items: readonly SendItem[],
  refused: Map<number, SendResult>,
): Promise<PlannedSend[]> {
  const wanted = items.flatMap((item, at) => {
    const result = refused.get(at);
    const destination = normalizeDestination(item.destination);
    const isKept = result?.messageUuid === null && FOR_GOOD.includes(result.code) && destination !== undefined;
    return isKept ? [{ at, item, destination, errorCode: result.errorCode }] : [];
  });
  if (wanted.length === 0) return [];
  // It costs nothing; any tariff that does not count messages will do.
  const tariff = (await openReferenceBook(db)).tariffs.find(({ pricingModel }) => pricingModel === 'FIXED');
  if (tariff === undefined) {
    log.warn({ companyId: account.companyId, messages: wanted.length }, 'refused messages not kept: no fixed tariff');
    return [];
  }
  const senderOf = await getAnySenders(
    tx,
    account.companyId,
    wanted.map(({ item }) => item),
  );
  return wanted.map(({ at, item, destination, errorCode }): PlannedSend => {
    refused.delete(at);
    const senderId = senderOf(item);
    const strand = { senderId, route: 0, timezone: ZONE, lane: NORMAL_LANE, tariffId: tariff.id, country: null };
    return {
      at,
      item,
      destination,
      brandId: 0,
      country: findCountry(destination).country ?? null,
      parts: Math.max(1, partsOf(item.content.text, item.channelType)),
      text: item.content.text,
      links: [],
      templateId: null,
      offer: { senderId, partMicros: 0, metered: false, strand: { ...strand, trafficType: 'PROMO' } },
      shared: false,
      firstUse: false,
      errorCode,
    };
  });
}
