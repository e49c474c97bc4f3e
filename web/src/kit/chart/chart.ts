import type { Tone } from '../../shell/theme.ts';

export type ChartSeries = {
  readonly key: string;
  readonly label: string;
  readonly tone: Tone;
  /** A value per moment; null: unknown. */
  readonly values: readonly (number | null)[];
  readonly dashed?: boolean;
};

export type ChartProps = {
  /** The title, and the conclusion in a sentence. */
  readonly label: string;
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly kind: 'bars' | 'lines';
  readonly height?: number;
  /** Formats a value; a plain number by default. */
  readonly write?: (value: number) => string;
  /** Points are whole days: the axis and the table show dates. */
  readonly by?: 'day';
};
