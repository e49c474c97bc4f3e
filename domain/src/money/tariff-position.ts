// Position of a company on the steps of a tariff this month: price of the next message, the message at which the price
// changes, the next package. The rules are those of pricing: a step from 10,000 applies to message 10,001, which has
// 10,000 messages before it.

import { type PriceStep, stepAt, type Tariff } from './tariff.ts';

export type TariffPosition = {
  /** Applies to the next message. */
  readonly step: PriceStep;
  /** First message (SCALED) or new recipient (MAU) with another price; `more` of them come before it. */
  readonly next: { readonly step: PriceStep; readonly at: number; readonly more: number } | undefined;
  /** Recipient that opens the next package; MAU only. */
  readonly nextPackage: { readonly step: PriceStep; readonly at: number; readonly more: number } | undefined;
};

/** `count`: the month's counter for the pricing model of the tariff. */
export function positionOnTariff(tariff: Tariff, count: number): TariffPosition {
  if (tariff.pricingModel === 'FIXED') return { step: stepAt(tariff, 0), next: undefined, nextPackage: undefined };
  const step = stepAt(tariff, count);
  const ahead = tariff.prices.toSorted((one, other) => one.from - other.from);
  const other = ahead.find((row) => row.from > count && row.priceMicros !== step.priceMicros);
  return {
    step,
    next: other && { step: other, at: other.from + 1, more: other.from - count },
    nextPackage: tariff.pricingModel === 'MAU' ? packageAhead(ahead, count) : undefined,
  };
}

function packageAhead(ahead: readonly PriceStep[], count: number): TariffPosition['nextPackage'] {
  const step = ahead.find((row) => Math.max(row.from, 1) > count && (row.priceMauBatchMicros ?? 0n) > 0n);
  const at = step && Math.max(step.from, 1);
  return step && at !== undefined ? { step, at, more: at - count - 1 } : undefined;
}
