// Cost of a month's volumes under other tariffs. Volumes are sums, so the order of messages is unknown: the groups of
// a company and operator pass the steps one after another, and the parts of a group are spread evenly over its
// messages. Both tariffs of a comparison use the same order, so only the prices differ.
import type { Brand } from '../numbers/brand.ts';
import type { Micros } from './money.ts';
import { chooseTariff, openedPackages, type SenderType, type Tariff, type TrafficType } from './tariff.ts';

export type MonthVolume = {
  readonly companyId: number;
  readonly senderType: SenderType;
  readonly brand?: Brand | undefined;
  readonly trafficType: TrafficType;
  /** Country of the recipients; defaults to the home country. */
  readonly country?: string | undefined;
  readonly messages: number;
  /** Total over all messages. */
  readonly parts: number;
};

/** `before` and `after`: the counter of the pricing model before and after these messages. */
export function costOfVolume(
  tariff: Tariff,
  { before, after, parts }: { before: number; after: number; parts: number },
): Micros {
  const steps = tariff.prices.toSorted((one, other) => one.from - other.from);
  const grown = after - before;
  const packages = openedPackages(tariff, before, after);
  const first = steps[0];
  if (first === undefined) throw new Error(`tariff ${tariff.id} has no prices`);
  if (tariff.pricingModel === 'FIXED' || grown === 0) {
    const step = tariff.pricingModel === 'FIXED' ? first : (steps.findLast((row) => row.from <= before) ?? first);
    return step.priceMicros * BigInt(parts) + packages;
  }
  let cost = packages;
  let priced = 0;
  steps.forEach((step, at) => {
    const upTo = Math.min(after, steps[at + 1]?.from ?? after);
    const reached = Math.max(priced, Math.floor((parts * Math.max(0, upTo - before)) / grown));
    cost += step.priceMicros * BigInt(reached - priced);
    priced = reached;
  });
  return cost;
}

export type Recalculated = {
  readonly micros: Micros;
  /** True if distinct recipients were not counted that month: every message then counts as a recipient. */
  readonly isUpperBound: boolean;
};

/**
 * Cost per company. `recipientsOf`: distinct recipients of a company with an operator, undefined if not counted.
 * A volume without a tariff costs nothing.
 */
export function recalculateMonth(
  volumes: readonly MonthVolume[],
  tariffsOf: (companyId: number) => readonly Tariff[],
  recipientsOf: (companyId: number, brand: Brand | undefined) => number | undefined,
): Map<number, Recalculated> {
  const counters = new Map<string, number>();
  const found = new Map<number, Recalculated>();
  for (const volume of volumes) {
    const { companyId, brand, messages, parts } = volume;
    const tariff = chooseTariff(tariffsOf(companyId), volume);
    if (tariff === undefined) continue;
    const counter = `${companyId} ${brand ?? ''} ${tariff.pricingModel}`;
    const before = counters.get(counter) ?? 0;
    const known = tariff.pricingModel === 'MAU' ? recipientsOf(companyId, brand) : undefined;
    const after = known === undefined ? before + messages : Math.max(before, Math.min(before + messages, known));
    counters.set(counter, after);
    const sum = found.get(companyId) ?? { micros: 0n, isUpperBound: false };
    found.set(companyId, {
      micros: sum.micros + costOfVolume(tariff, { before, after, parts }),
      isUpperBound: sum.isUpperBound || (tariff.pricingModel === 'MAU' && known === undefined),
    });
  }
  return found;
}
