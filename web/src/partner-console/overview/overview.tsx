import { Button, Grid, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/overview.ts';
import { useMemo, useState } from 'react';
import { useRight } from '../../api/session.ts';
import { useApi } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { keptZone } from '../../kit/format.ts';
import { Page } from '../../kit/page.tsx';
import { useText } from '../../kit/text.tsx';
import { Budgets } from './budgets.tsx';
import { CallbackHealth } from './callback-health.tsx';
import { dayStart } from './day-start.ts';
import { GettingStarted } from './getting-started.tsx';
import { MessageCounts } from './message-counts.tsx';
import type { OverviewReply, Span } from './overview-reply.ts';
import { RunningDispatches } from './running-dispatches.tsx';
import { TopFailures } from './top-failures.tsx';
import { WaitingSenders } from './waiting-senders.tsx';

const REFRESH_MS = 5_000;
const MINUTE_MS = 60_000;

export function Overview() {
  const t = useText();
  const mayCreate = useRight('dispatches.write');
  const { company } = useSearch({ from: '/partner-console/' });
  // The start of the day is stable, so repeated renders share one request.
  const minute = Math.floor(Date.now() / MINUTE_MS);
  const day = useMemo(() => dayStart(new Date(minute * MINUTE_MS), keptZone()).toISOString(), [minute]);
  const { data, error, refetch } = useApi<typeof contract.getOverview>(
    'GET /overview',
    { query: { company, dayStart: day } },
    { refetchInterval: REFRESH_MS },
  );
  const actions = mayCreate && (
    <Button component={Link} to="/dispatches/new">
      {t('overview.newDispatch')}
    </Button>
  );
  return (
    <Page title={t('shell.nav.overview')} actions={actions}>
      {data === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Bones />}
      {data !== undefined && <Parts data={data} company={company} />}
    </Page>
  );
}

function Parts({ data, company }: { readonly data: OverviewReply; readonly company: number | undefined }) {
  const t = useText();
  const [span, setSpan] = useState<Span>('today');
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={t('overview.span')}
      value={span}
      onChange={setSpan}
      data={[
        { value: 'today', label: t('overview.today') },
        { value: 'week', label: t('overview.week') },
      ]}
    />
  );
  const { running, budgets, senders, callbacks, gettingStarted } = data;
  return (
    <Stack gap="md">
      <GettingStarted steps={gettingStarted} />
      <MessageCounts counts={data[span]} choice={choice} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <RunningDispatches running={running} />
            <TopFailures from={data[span].from} company={company} span={span} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            {budgets.length > 0 && <Budgets budgets={budgets} />}
            <WaitingSenders senders={senders} />
            <CallbackHealth callbacks={callbacks} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

function Bones() {
  const t = useText();
  return (
    <Stack gap="md" role="status" aria-label={t('kit.loading')}>
      <Skeleton height={130} radius="md" />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Skeleton height={220} radius="md" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Skeleton height={220} radius="md" />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
