import { useMemo } from 'react';
import { TimeChart } from '../../kit/chart/time-chart.tsx';
import { useText } from '../../kit/text.tsx';
import type { Conversion } from '../owner.tsx';
import { daySums } from './conversion-sums.ts';

type Props = {
  readonly rows: readonly Conversion[];
  readonly period: { readonly from: string; readonly to: string };
};

/** Codes of each day: entered, expired, and those still open. */
export function ConversionChart({ rows, period }: Props) {
  const t = useText();
  const { times, series } = useMemo(() => {
    const days = daySums(rows, period);
    return {
      times: days.map(({ seconds }) => seconds),
      series: [
        {
          key: 'entered',
          label: t('verification.codes.entered'),
          tone: 'good',
          values: days.map((day) => day.entered),
        },
        { key: 'expired', label: t('verification.codes.expired'), tone: 'bad', values: days.map((day) => day.expired) },
        {
          key: 'open',
          label: t('verification.codes.open'),
          tone: 'neutral',
          values: days.map(({ sent, entered, expired }) => Math.max(0, sent - entered - expired)),
        },
      ] as const,
    };
  }, [rows, period, t]);
  return (
    <TimeChart label={t('verification.conversion.byDay.text')} times={times} series={series} kind="bars" by="day" />
  );
}
