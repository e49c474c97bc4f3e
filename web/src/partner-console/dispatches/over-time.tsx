import { SegmentedControl, Skeleton } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import type { ChartSeries } from '../../kit/chart/chart.ts';
import { TimeChart } from '../../kit/chart/time-chart.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import type { Breakdown } from './dispatch-shapes.ts';
import { statusSeries } from './status-series.ts';

const HEIGHT = 260;

/** Message states at each moment, or messages finished in each interval. */
export const OverTime = memo(function OverTime({ breakdown }: { readonly breakdown: Breakdown | undefined }) {
  const t = useText();
  const [kind, setKind] = useState<'states' | 'moves'>('states');
  const choice = useMemo(
    () => (
      <SegmentedControl
        size="xs"
        aria-label={t('dispatches.overTime')}
        value={kind}
        onChange={setKind}
        data={[
          { value: 'states', label: t('dispatches.chart.states') },
          { value: 'moves', label: t('dispatches.chart.moves') },
        ]}
      />
    ),
    [t, kind],
  );
  return (
    <Section title={t('dispatches.overTime')} actions={choice}>
      {breakdown === undefined ? <Skeleton height={HEIGHT} /> : <Chart breakdown={breakdown} kind={kind} />}
    </Section>
  );
});

function Chart({ breakdown, kind }: { readonly breakdown: Breakdown; readonly kind: 'states' | 'moves' }) {
  const t = useText();
  const { duration } = useFormat();
  const { points, stepSeconds, byOperator } = breakdown;
  const { times, series } = useMemo(() => {
    const accepted = byOperator.reduce((sum, one) => sum + one.accepted, 0);
    const states = statusSeries(points, accepted);
    const of = (key: 'delivered' | 'withOperator' | 'failed' | 'queued', tone: ChartSeries['tone']) => ({
      key,
      label: t(`dispatches.state.${key}`),
      tone,
      values:
        kind === 'states' || key === 'withOperator' || key === 'queued'
          ? states[key]
          : points.map((point) => point[key]),
    });
    const ended = [of('delivered', 'good'), of('failed', 'bad')];
    const all = [of('delivered', 'good'), of('failed', 'bad'), of('withOperator', 'info'), of('queued', 'neutral')];
    return { times: states.times, series: kind === 'states' ? all : ended };
  }, [points, byOperator, kind, t]);
  if (times.length === 0)
    return <EmptyState title={t('dispatches.chart.nothing')} text={t('dispatches.chart.nothingText')} />;
  const label = t(`dispatches.chart.${kind}Text`, { step: duration(stepSeconds) });
  return <TimeChart label={label} times={times} series={series} kind="bars" height={HEIGHT} />;
}
