// Plans permanently refused messages as unsent messages without a price, so their account is notified as of any other
// failure. Messages that may be accepted on another try stay refused.

import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import { partsOf } from '@volley/domain/planning/message-parts.ts';
import { FALLBACK_ZONE } from '@volley/domain/planning/zone-rule.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { openReferenceBook } from '../messages/planning/reference-book.ts';
import { findCountry } from '../numbering/find-country.ts';
import { getAnySenders } from '../senders/any-sender.ts';
import type { PlannedSend, RefusedSend } from './plan-sends.ts';
import type { SendCall } from './send.ts';

const PERMANENT: readonly number[] = [400, 402, 403, 404];
const NORMAL_LANE = 1;

export async function planUnsent(
  tx: Tx,
  { db, log }: Pick<Platform, 'db' | 'log'>,
  { account, items }: Pick<SendCall, 'account' | 'items'>,
  refused: ReadonlyMap<number, RefusedSend>,
): Promise<PlannedSend[]> {
  const wanted = items.flatMap((item, at) => {
    const result = refused.get(at);
    const destination = normalizeDestination(item.destination);
    if (result === undefined || destination === undefined || !PERMANENT.includes(result.code)) return [];
    return [{ at, item, destination, errorCode: result.errorCode }];
  });
  if (wanted.length === 0) return [];
  // The message costs nothing: any tariff that does not count messages.
  const tariff = (await openReferenceBook(db)).tariffs.find(({ pricingModel }) => pricingModel === 'FIXED');
  if (tariff === undefined) {
    log.warn(
      { companyId: account.companyId, messages: wanted.length },
      'refused messages not stored: no tariff has a fixed price',
    );
    return [];
  }
  const senderOf = await getAnySenders(
    tx,
    account.companyId,
    wanted.map(({ item }) => item),
  );
  return wanted.map(({ at, item, destination, errorCode }): PlannedSend => {
    const senderId = senderOf(item);
    const strand = {
      senderId,
      brand: 0,
      timezone: FALLBACK_ZONE,
      lane: NORMAL_LANE,
      tariffId: tariff.id,
      country: null,
    };
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
      offer: { senderId, partMicros: 0n, metered: false, strand: { ...strand, trafficType: 'PROMO' } },
      shared: false,
      firstUse: false,
      errorCode,
    };
  });
}
