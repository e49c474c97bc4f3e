// Prices per message part. The step of a tariff depends on a monthly counter of the company: messages for SCALED,
// distinct recipients for MAU, both counted at hand-over and before the message in question. The estimate is an
// upper bound: whatever order the messages go out in, they never cost more than it.

import type { Brand } from './brand.ts';
import { ANY_COUNTRY, HOME_COUNTRY } from './country.ts';
import type { Micros } from './money.ts';

export const SENDER_TYPES = ['COMMON', 'START', 'PRO'] as const;
export const TRAFFIC_TYPES = ['PROMO', 'SERVICE', 'TRANSACT', 'AUTHORIZE'] as const;
export const PRICING_MODELS = ['FIXED', 'SCALED', 'MAU'] as const;

export type SenderType = (typeof SENDER_TYPES)[number];
export type TrafficType = (typeof TRAFFIC_TYPES)[number];
export type PricingModel = (typeof PRICING_MODELS)[number];

export type PriceStep = { from: number; priceMicros: Micros; priceMauBatchMicros: Micros | null };

export type Tariff = {
  id: number;
  senderType: SenderType;
  brand?: Brand | undefined;
  trafficType?: TrafficType | undefined;
  /** Absent: the home country. A star: every other country that has no price of its own. */
  countryCode?: string | undefined;
  pricingModel: PricingModel;
  currency: string;
  prices: readonly PriceStep[];
};

export type TariffKey = {
  senderType: SenderType;
  brand?: Brand | undefined;
  trafficType?: TrafficType | undefined;
  /** Of the recipient; the home country unless set. */
  country?: string | undefined;
};

/**
 * The most specific tariff of the country: of brand and traffic type, of the brand, of the traffic type, of the plan
 * alone. Another country without a price of its own has that of the star, if there is one.
 */
export function chooseTariff(tariffs: readonly Tariff[], key: TariffKey): Tariff | undefined {
  if (key.country === undefined || key.country === HOME_COUNTRY) return chooseWithin(tariffs, undefined, key);
  return chooseWithin(tariffs, key.country, key) ?? chooseWithin(tariffs, ANY_COUNTRY, key);
}

function chooseWithin(tariffs: readonly Tariff[], countryCode: string | undefined, key: TariffKey): Tariff | undefined {
  const find = (brand: Brand | undefined, trafficType: TrafficType | undefined) =>
    tariffs.find(
      (tariff) =>
        tariff.countryCode === countryCode &&
        tariff.senderType === key.senderType &&
        tariff.brand === brand &&
        tariff.trafficType === trafficType,
    );
  return (
    find(key.brand, key.trafficType) ??
    find(key.brand, undefined) ??
    find(undefined, key.trafficType) ??
    find(undefined, undefined)
  );
}

/** The last row with `from` ≤ n; below the first row, the first row. */
export function stepAt(tariff: Tariff, n: number): PriceStep {
  let lowest: PriceStep | undefined;
  let reached: PriceStep | undefined;
  for (const row of tariff.prices) {
    if (!lowest || row.from < lowest.from) lowest = row;
    if (row.from <= n && (!reached || row.from > reached.from)) reached = row;
  }
  const step = reached ?? lowest;
  if (!step) throw new Error(`tariff ${tariff.id} has no prices`);
  return step;
}

/** `n` is the counter of the tariff's model just before this message; FIXED ignores it. */
export function priceOfMessage(tariff: Tariff, n: number, parts: number): Micros {
  return stepAt(tariff, tariff.pricingModel === 'FIXED' ? 0 : n).priceMicros * BigInt(parts);
}

/**
 * Packages opened while the month's distinct recipients grow from `uniqueBefore` to `uniqueAfter`. A package from 0
 * opens with the first recipient, so a month without messages costs nothing.
 */
export function openedPackages(tariff: Tariff, uniqueBefore: number, uniqueAfter: number): Micros {
  if (tariff.pricingModel !== 'MAU') return 0n;
  let sum = 0n;
  for (const row of tariff.prices) {
    const opensAt = Math.max(row.from, 1);
    if (uniqueBefore < opensAt && opensAt <= uniqueAfter) sum += row.priceMauBatchMicros ?? 0n;
  }
  return sum;
}

export type Volume = {
  /** Messages (SCALED) or distinct recipients (MAU) of the month so far. */
  countSoFar: number;
  messages: number;
  /** Of all the messages together. */
  parts: number;
  /** Of the messages' recipients, how many may be new in this month. */
  newRecipientsMax: number;
  /** How far sends already under way may still push the counter before or between these messages. */
  othersMax?: number;
};

/**
 * What a part may cost at most when the counter stands at `countSoFar` and may be pushed to `lastCount`, by whomever.
 * The counter of a month never falls, so without a limit this holds for the rest of the month.
 */
export function dearestPart(tariff: Tariff, countSoFar: number, lastCount = Number.POSITIVE_INFINITY): Micros {
  let dearest = priceOfMessage(tariff, countSoFar, 1);
  if (tariff.pricingModel === 'FIXED') return dearest;
  for (const row of tariff.prices) {
    const touched = countSoFar < row.from && row.from <= lastCount;
    if (touched && row.priceMicros > dearest) dearest = row.priceMicros;
  }
  return dearest;
}

/** The dearest step the messages may touch for every part, and every MAU package they may open. */
export function estimateUpperBound(tariff: Tariff, volume: Volume): Micros {
  const { countSoFar, messages, newRecipientsMax, othersMax = 0 } = volume;
  if (messages === 0) return 0n;
  const own = tariff.pricingModel === 'MAU' ? Math.min(newRecipientsMax, messages - 1) : messages - 1;
  const dearest = dearestPart(tariff, countSoFar, countSoFar + othersMax + own);
  const packages = openedPackages(tariff, countSoFar, countSoFar + othersMax + newRecipientsMax);
  return dearest * BigInt(volume.parts) + packages;
}
