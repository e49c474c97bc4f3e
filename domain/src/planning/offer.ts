// The offer for a message: its strand and the highest price of a part under it.

import { chooseTariff, highestPartPrice, type PricingModel, type Tariff, type TrafficType } from '../money/tariff.ts';
import { brandIdOf } from '../numbers/brand.ts';
import { laneOf } from '../sending/lane.ts';
import type { ChosenSender } from './chosen-sender.ts';
import type { KnownNumber } from './known-number.ts';

const LANE_CODES = { urgent: 0, normal: 1, bulk: 2 } as const;

export type StrandKey = {
  readonly senderId: number;
  /** Id of the brand whose links and counters apply; the brand of the host network for a virtual operator. */
  readonly brand: number;
  readonly timezone: string;
  readonly trafficType: TrafficType;
  readonly lane: number;
  readonly tariffId: number;
  /** Null: the home country. */
  readonly country: string | null;
};

export type Offer = {
  readonly senderId: number;
  readonly strand: StrandKey;
  readonly partMicros: bigint;
  /** The price depends on volume. */
  readonly metered: boolean;
  /** No price, or the price does not matter: messages under this offer are neither sent nor paid. */
  readonly isFree?: true;
};

export type PriceRules = {
  readonly tariffs: readonly Tariff[];
  readonly isDispatch: boolean;
  /**
   * Volume of a brand so far, in the month in which the messages will be sent. Prices that depend on it are planned at
   * the most expensive step ahead.
   */
  readonly volumeOf: (brand: number, model: PricingModel, strand: Pick<StrandKey, 'senderId' | 'timezone'>) => number;
};

export type OfferFor = {
  readonly facts: Pick<KnownNumber, 'brand' | 'hostBrand' | 'country'> | undefined;
  readonly timezone: string;
  readonly trafficType: TrafficType;
  /** For a message that is refused regardless of its price. */
  readonly isFree: boolean;
};

export function makeOffer(rules: PriceRules, { sender, match }: ChosenSender, wanted: OfferFor): Offer {
  const { facts, timezone, trafficType } = wanted;
  const brand = facts?.brand ?? facts?.hostBrand;
  const senderType = match === 'fallback' ? 'COMMON' : sender.feeMicros === null ? 'START' : 'PRO';
  const priced = wanted.isFree
    ? undefined
    : chooseTariff(rules.tariffs, { senderType, brand, trafficType, country: facts?.country });
  const tariff = priced ?? anyFixed(rules.tariffs);
  const strand = {
    senderId: sender.id,
    brand: brandIdOf(brand),
    timezone,
    trafficType,
    lane: LANE_CODES[laneOf(trafficType, rules.isDispatch)],
    tariffId: tariff.id,
    country: priced === undefined ? null : (facts?.country ?? null),
  };
  const partMicros =
    priced &&
    highestPartPrice(priced, rules.volumeOf(strand.brand, priced.pricingModel, { senderId: sender.id, timezone }));
  return {
    senderId: sender.id,
    strand,
    partMicros: partMicros ?? 0n,
    metered: tariff.pricingModel !== 'FIXED',
    ...(priced === undefined && { isFree: true }),
  };
}

/** For messages that cost nothing: any tariff that does not count messages. */
function anyFixed(tariffs: readonly Tariff[]): Tariff {
  const tariff = tariffs.find(({ pricingModel }) => pricingModel === 'FIXED');
  if (tariff === undefined) throw new Error(`no FIXED tariff among the ${tariffs.length} tariffs in force`);
  return tariff;
}
