// Results of a link in the last hour, from which the modes cost, quality and conversion choose. They are counted by
// prefix: operator brand at home, country abroad. A link that reaches one operator well may reach another one badly.
import type { Destination } from './link-route.ts';

export type LinkFigures = {
  /** Messages with a final result. */
  readonly results: number;
  readonly delivered: number;
  /** Median time from the hand-over to the receipt; null without receipts. */
  readonly medianReceiptMs: number | null;
  readonly codesSent: number;
  readonly codesEntered: number;
};

/** One key per link and prefix, so their number is bounded by links × (brands + countries). */
export const figuresKey = (linkId: number, { brand, country }: Destination): string =>
  country === null ? `${linkId}.${brand}` : `${linkId}.${country}`;

/** Quantile of the normal distribution for 95 %. */
const Z = 1.959_964;

/** Lower end of the Wilson interval at 95 %: a share that few results support counts as low. */
export function wilsonLowerBound(successes: number, total: number): number {
  if (total <= 0) return 0;
  const share = Math.min(successes / total, 1);
  const z2 = Z * Z;
  const center = share + z2 / (2 * total);
  const spread = Z * Math.sqrt((share * (1 - share) + z2 / (4 * total)) / total);
  return Math.max(0, (center - spread) / (1 + z2 / total));
}
