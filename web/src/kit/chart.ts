import type { Tone } from '../shell/theme.ts';

export type ChartSeries = {
  readonly key: string;
  readonly label: string;
  readonly tone: Tone;
  /** One for each moment; null where nothing is known. */
  readonly values: readonly (number | null)[];
  readonly dashed?: boolean;
};

export type ChartProps = {
  /** What is shown, and in a sentence what it says. */
  readonly label: string;
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly kind: 'bars' | 'lines';
  readonly height?: number;
  /** How a value is written; a plain number unless said otherwise. */
  readonly write?: (value: number) => string;
};
