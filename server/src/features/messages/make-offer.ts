// The sender of a number, and what a part costs at most under it.

import { brandIdOf } from '@volley/domain/brand.ts';
import { laneOf } from '@volley/domain/lane.ts';
import { chooseSender } from '@volley/domain/sender-choice.ts';
import { chooseTariff, dearestPart, type PricingModel, type Tariff, type TrafficType } from '@volley/domain/tariff.ts';
import type { KnownNumber } from './find-facts.ts';

const LANE_CODES = { urgent: 0, normal: 1, bulk: 2 } as const;

export type StrandKey = {
  readonly senderId: number;
  readonly route: number;
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
  readonly partMicros: number;
  /** The price depends on volume. */
  readonly metered: boolean;
  /** There is no price, or it does not matter: nothing may be sent under this offer, and nothing is paid. */
  readonly isFree?: true;
};

export type OfferRules = {
  readonly senders: readonly { readonly id: number; readonly brand: string; readonly feeMicros: bigint | null }[];
  readonly routing: 'fallback' | 'strict';
  readonly hostNetwork: boolean;
  /**
   * The counter of a route so far, in the month in which the messages will go; prices that depend on it are planned at
   * the dearest step ahead.
   */
  readonly volumeOf: (route: number, model: PricingModel, of: Pick<StrandKey, 'senderId' | 'timezone'>) => number;
};

type Way = {
  readonly timezone: string;
  readonly trafficType: TrafficType;
  readonly isDispatch: boolean;
  /** For a message that is refused whatever it would cost. */
  readonly isFree?: boolean;
};

/** Undefined when no sender may be used for the number. */
export function makeOffer(
  tariffs: readonly Tariff[],
  rules: OfferRules,
  facts: Pick<KnownNumber, 'brand' | 'hostBrand' | 'country'> | undefined,
  way: Way,
): Offer | undefined {
  const choice = chooseSender(rules.senders, facts, { routing: rules.routing, hostNetwork: rules.hostNetwork });
  const sender = rules.senders.find((candidate) => candidate.id === choice?.senderId);
  if (choice === undefined || sender === undefined) return undefined;
  const { timezone, trafficType } = way;
  const brand = facts?.brand ?? facts?.hostBrand;
  const senderType = choice.match === 'fallback' ? 'COMMON' : sender.feeMicros === null ? 'START' : 'PRO';
  const priced = way.isFree
    ? undefined
    : chooseTariff(tariffs, { senderType, brand, trafficType, country: facts?.country });
  const tariff = priced ?? anyFixed(tariffs);
  const route = brandIdOf(brand);
  const volumeOf = ({ pricingModel }: Tariff) => rules.volumeOf(route, pricingModel, { senderId: sender.id, timezone });
  return {
    senderId: sender.id,
    partMicros: priced === undefined ? 0 : Number(dearestPart(priced, volumeOf(priced))),
    metered: tariff.pricingModel !== 'FIXED',
    strand: {
      senderId: sender.id,
      route,
      timezone,
      trafficType,
      lane: LANE_CODES[laneOf(trafficType, way.isDispatch)],
      tariffId: tariff.id,
      country: priced === undefined ? null : (facts?.country ?? null),
    },
    ...(priced === undefined && { isFree: true }),
  };
}

/** Of what costs nothing: any tariff that does not count messages will do. */
function anyFixed(tariffs: readonly Tariff[]): Tariff {
  const tariff = tariffs.find(({ pricingModel }) => pricingModel === 'FIXED');
  if (tariff === undefined) throw new Error('no tariff in force has a fixed price');
  return tariff;
}
