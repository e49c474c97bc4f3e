import { Grid, Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/dispatches.ts';
import { useApi } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Page } from '../../kit/page.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';
import { LinkBadge } from '../../live/link-badge.tsx';
import { useLive } from '../../live/use-live.ts';
import { DispatchFacts } from './dispatch-facts.tsx';
import { type Breakdown, type DispatchShown, type Progress, STATUS_TONES } from './dispatch-shapes.ts';
import { Failures } from './failures.tsx';
import { DispatchActions } from './move-dispatch.tsx';
import { NotSent } from './not-sent.tsx';
import { Operators } from './operators.tsx';
import { OverTime } from './over-time.tsx';
import { ProgressCard } from './progress-card.tsx';
import { Recipients } from './recipients.tsx';

const route = getRouteApi('/cabinet/dispatches/$id');
const POLL_UNTIL_COUNTED_MS = 5_000;

export function DispatchPage() {
  const t = useText();
  const id = Number(route.useParams().id);
  const shown = useApi<typeof contract.getConsoleDispatch>('GET /dispatches/{id}', { params: { id } });
  const back = { to: '/dispatches', label: t('dispatches.title') };
  if (shown.error !== null && shown.data?.id !== id)
    return (
      <Page title={t('dispatches.one', { id: String(id) })} back={back}>
        <ErrorPanel error={shown.error} onRetry={() => void shown.refetch()} />
      </Page>
    );
  if (shown.data === undefined || shown.data.id !== id)
    return (
      <Page title={t('dispatches.one', { id: String(id) })} back={back}>
        <Skeleton height={220} radius="md" aria-label={t('kit.loading')} />
        <Skeleton height={320} radius="md" />
      </Page>
    );
  return <Shown key={id} dispatch={shown.data} />;
}

function Shown({ dispatch }: { readonly dispatch: DispatchShown }) {
  const t = useText();
  const { value: progress = dispatch.progress } = useLive<Progress>(`dispatch:${dispatch.id}`);
  return (
    <Page
      title={dispatch.name}
      back={{ to: '/dispatches', label: t('dispatches.title') }}
      badge={
        <>
          <StatusBadge tone={STATUS_TONES[progress.status]} label={t(`dispatches.status.${progress.status}`)} />
          <LinkBadge />
        </>
      }
      actions={<DispatchActions dispatch={dispatch} progress={progress} />}
    >
      <ProgressCard dispatch={dispatch} progress={progress} />
      <Parts dispatch={dispatch} />
    </Page>
  );
}

/** Does not depend on the progress, so a second's change of the card draws nothing of it. */
function Parts({ dispatch }: { readonly dispatch: DispatchShown }) {
  const { id } = dispatch;
  const { value } = useLive<Breakdown>(`breakdown:${id}`);
  const first = useApi<typeof contract.getDispatchBreakdown>(
    'GET /dispatches/{id}/breakdown',
    { params: { id } },
    { refetchInterval: value === undefined ? POLL_UNTIL_COUNTED_MS : false, keepPrevious: false },
  );
  const breakdown = value ?? first.data?.breakdown ?? undefined;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <OverTime breakdown={breakdown} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Failures id={id} breakdown={breakdown} />
      </Grid.Col>
      <Grid.Col span={12}>
        <Operators id={id} breakdown={breakdown} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <DispatchFacts dispatch={dispatch} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <NotSent id={id} breakdown={breakdown} />
      </Grid.Col>
      <Grid.Col span={12}>
        <Recipients id={id} />
      </Grid.Col>
    </Grid>
  );
}
