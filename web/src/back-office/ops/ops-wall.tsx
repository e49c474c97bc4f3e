import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { TimeChart } from '../../kit/chart/time-chart.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useFormat } from '../../kit/format.ts';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { LinkBadge } from '../../live/link-badge.tsx';
import { CallbackHosts } from './callback-hosts.tsx';
import { FailureHeat } from './failure-heat.tsx';
import { Instances } from './instances.tsx';
import { Lanes } from './lanes.tsx';
import { MarginWaits } from './margin-waits.tsx';
import { OpsLinks } from './ops-links.tsx';
import { OpsTiles } from './ops-tiles.tsx';
import { columnsOf, type Point } from './points.ts';
import { useOps } from './use-ops.ts';

export function OpsWall() {
  const t = useText();
  const { now, points, error, refetch } = useOps();
  return (
    <Page title={t('backOffice.nav.ops')} actions={<LinkBadge />}>
      {now === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {now === undefined && error === null && <Skeleton height={480} />}
      {now !== undefined && (
        <>
          <OpsTiles now={now} />
          <RatesChart points={points} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <Stack gap="lg">
              <Lanes lanes={now.lanes} />
              <FailureHeat now={now} />
            </Stack>
            <Stack gap="lg">
              <CallbackHosts hosts={now.callbacks} />
              <Instances instances={now.instances} />
            </Stack>
          </SimpleGrid>
          <OpsLinks links={now.links} />
          <MarginWaits />
        </>
      )}
    </Page>
  );
}

function RatesChart({ points }: { readonly points: readonly Point[] }) {
  const t = useText();
  const { number } = useFormat();
  const { times, series } = useMemo(() => {
    const { times: at, values } = columnsOf(points);
    const lines = [
      { key: 'accepted', label: t('backOffice.rate.accepted'), tone: 'neutral', values: values.accepted, dashed: true },
      { key: 'submitted', label: t('backOffice.rate.submitted'), tone: 'info', values: values.submitted },
      { key: 'delivered', label: t('backOffice.rate.delivered'), tone: 'good', values: values.delivered },
      { key: 'failed', label: t('backOffice.rate.failed'), tone: 'bad', values: values.failed },
    ] as const;
    return { times: at, series: lines };
  }, [points, t]);
  return (
    <Section title={t('backOffice.ops.throughput')}>
      <TimeChart
        label={t('backOffice.ops.throughputHint')}
        kind="lines"
        times={times}
        series={series}
        height={240}
        write={number}
      />
    </Section>
  );
}
