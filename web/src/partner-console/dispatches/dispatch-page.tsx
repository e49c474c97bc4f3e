import { Skeleton } from '@mantine/core';
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
import classes from './dispatch-page.module.css';
import { type Breakdown, type DispatchShown, STATUS_TONES } from './dispatch-shapes.ts';
import { Failures } from './failures.tsx';
import { DispatchActions } from './move-dispatch.tsx';
import { NotSent } from './not-sent.tsx';
import { Operators } from './operators.tsx';
import { OverTime } from './over-time.tsx';
import { ProgressCard } from './progress-card.tsx';
import { Recipients } from './recipients.tsx';
import { useProgress } from './use-progress.ts';

const route = getRouteApi('/partner-console/dispatches/$id');
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

/** The page renders once; only the parts that show live numbers follow them. */
function Shown({ dispatch }: { readonly dispatch: DispatchShown }) {
  const t = useText();
  return (
    <Page
      title={dispatch.name}
      back={{ to: '/dispatches', label: t('dispatches.title') }}
      badge={
        <>
          <StatusNow dispatch={dispatch} />
          <LinkBadge />
        </>
      }
      actions={<DispatchActions dispatch={dispatch} />}
    >
      <ProgressCard dispatch={dispatch} />
      <Parts dispatch={dispatch} />
    </Page>
  );
}

function StatusNow({ dispatch }: { readonly dispatch: DispatchShown }) {
  const t = useText();
  const { status } = useProgress(dispatch);
  return <StatusBadge tone={STATUS_TONES[status]} label={t(`dispatches.status.${status}`)} />;
}

/** Memoized: renders only when its own data changes. */
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
    <div className={classes['parts']}>
      <div className={classes['major']}>
        <OverTime breakdown={breakdown} />
      </div>
      <div className={classes['minor']}>
        <Failures id={id} failures={breakdown?.failures} />
      </div>
      <div className={classes['whole']}>
        <Operators id={id} breakdown={breakdown} />
      </div>
      <div className={classes['major']}>
        <DispatchFacts dispatch={dispatch} />
      </div>
      <div className={classes['minor']}>
        <NotSent id={id} notSent={breakdown?.notSent} />
      </div>
      <div className={classes['whole']}>
        <Recipients id={id} />
      </div>
    </div>
  );
}
