// What the volumes of a month would cost under other tariffs. Volumes are sums, so the order of the messages is not
// known: those of one company and operator walk the steps one group after the other, and the parts of a group are
// spread evenly over its messages. Two tariffs are compared on the same volumes and the same walk, so what differs is
// the prices.
import type { Brand } from './brand.ts';
import type { Micros } from './money.ts';
import { chooseTariff, openedPackages, type SenderType, type Tariff, type TrafficType } from './tariff.ts';

export type MonthVolume = {
  readonly companyId: number;
  readonly senderType: SenderType;
  readonly brand?: Brand | undefined;
  readonly trafficType: TrafficType;
  /** Of the recipients; the home country unless set. */
  readonly country?: string | undefined;
  readonly messages: number;
  /** Of all the messages together. */
  readonly parts: number;
};

/** `before` is the counter of the tariff's model before these messages, `after` what it is when they have gone. */
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
  /** Distinct recipients were not counted that month, so every message counts as one. */
  readonly isUpperBound: boolean;
};

/**
 * By company. `recipientsOf` says how many distinct recipients a company had with an operator, where they were counted;
 * a volume that no tariff is for costs nothing.
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
