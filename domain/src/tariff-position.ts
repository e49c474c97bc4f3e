// Where a company stands on the steps of a tariff this month: what the next message costs, at which message the price
// changes, and which package opens next. The same rules as pricing itself: a step from 10 000 holds for the message
// that finds 10 000 before it, the 10 001st.

import { type PriceStep, stepAt, type Tariff } from './tariff.ts';

export type TariffPosition = {
  /** Holds for the next message. */
  readonly step: PriceStep;
  /** The message (SCALED) or new recipient (MAU) that first has another price, and how many come before it. */
  readonly next: { readonly step: PriceStep; readonly at: number; readonly more: number } | undefined;
  /** The recipient that opens a package; MAU only. */
  readonly nextPackage: { readonly step: PriceStep; readonly at: number; readonly more: number } | undefined;
};

/** `count` is the month's counter of the tariff's model. */
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
