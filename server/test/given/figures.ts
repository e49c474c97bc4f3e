// Figures of a cell, collected at the call.
import { openFigureCollector } from '../../src/features/reports/figures/collect-figures.ts';
import type { FigureName } from '../../src/platform/metrics/figure-names.ts';
import type { Platform } from '../../src/platform/platform.ts';

/** The value of the series with these labels, among others; undefined: no such series. */
export async function figureOf(
  platform: Platform,
  name: FigureName,
  labels: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  const figures = await openFigureCollector(platform).collect();
  return figures.find(
    (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels?.[label] === value),
  )?.value;
}
