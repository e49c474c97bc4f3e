// Results of a link in the last hour, from which the modes cost, quality and conversion choose.

export type LinkFigures = {
  /** Messages with a final result. */
  readonly results: number;
  readonly delivered: number;
  /** Median time from the hand-over to the receipt; null without receipts. */
  readonly medianReceiptMs: number | null;
  readonly codesSent: number;
  readonly codesEntered: number;
};

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
