// Prices per message part. The step of a tariff depends on a monthly counter of the company: messages for SCALED,
// distinct recipients for MAU. Both counters count at the hand-over, before the message itself. A reserve is an upper
// bound: messages never cost more than their reserve, in any order.

import type { Brand } from '../numbers/brand.ts';
import { ANY_COUNTRY, HOME_COUNTRY } from '../numbers/country.ts';
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
  /** Absent: the home country. `*`: every other country without its own price. */
  countryCode?: string | undefined;
  pricingModel: PricingModel;
  currency: string;
  prices: readonly PriceStep[];
};

export type TariffKey = {
  senderType: SenderType;
  brand?: Brand | undefined;
  trafficType?: TrafficType | undefined;
  /** Country of the recipient; defaults to the home country. */
  country?: string | undefined;
};

/**
 * The most specific tariff of the country: brand and traffic type, brand, traffic type, sender type alone.
 * A foreign country without its own price uses the tariff of `*`.
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

/** `n`: the counter of the pricing model before this message; FIXED ignores it. */
export function priceOfMessage(tariff: Tariff, n: number, parts: number): Micros {
  return stepAt(tariff, tariff.pricingModel === 'FIXED' ? 0 : n).priceMicros * BigInt(parts);
}

/**
 * Price of the packages opened while the month's distinct recipients grow from `uniqueBefore` to `uniqueAfter`.
 * A package from 0 opens with the first recipient, so a month without messages costs nothing.
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

/** Highest price per part from `countSoFar` until the end of the month: the counter of a month never falls. */
export function highestPartPrice(tariff: Tariff, countSoFar: number): Micros {
  let highest = priceOfMessage(tariff, countSoFar, 1);
  if (tariff.pricingModel === 'FIXED') return highest;
  for (const row of tariff.prices) {
    if (row.from > countSoFar && row.priceMicros > highest) highest = row.priceMicros;
  }
  return highest;
}
