import type * as contract from '@volley/contract/console/overview.ts';
import { lazy, Suspense } from 'react';
import { useApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { BarTable } from '../../kit/table/bar-table.tsx';
import { useText } from '../../kit/text.tsx';
import type { Span } from './overview-reply.ts';

type Props = { readonly from: string; readonly company: number | undefined; readonly span: Span };

/** The dictionary of codes is large and loads after the numbers. */
const ReasonLink = lazy(async () => ({ default: (await import('../dispatches/reason-link.tsx')).ReasonLink }));

const REFRESH_MS = 30_000;

/** Failure reasons, most frequent first; the code opens its explanation, the number its messages. */
export function TopFailures({ from, company, span }: Props) {
  const t = useText();
  const { percent } = useFormat();
  const { data, error, refetch } = useApi<typeof contract.getFailures>(
    'GET /overview/failures',
    { query: { company, from } },
    { refetchInterval: REFRESH_MS },
  );
  const { items = [], failed = 0 } = data ?? {};
  const bars = items.map(({ errorCode, count }) => ({
    key: String(errorCode),
    label: (
      <Suspense fallback={errorCode}>
        <ReasonLink errorCode={errorCode} />
      </Suspense>
    ),
    value: count,
    tone: 'bad' as const,
    note: percent(failed === 0 ? 0 : count / failed),
    link: { to: '/messages', search: { from, error: errorCode } },
  }));
  const heads = [t('overview.failures.code'), t('overview.failures.count'), t('overview.failures.share')] as const;
  return (
    <Section title={t('overview.failures')}>
      {error !== null && data === undefined && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data !== undefined && items.length === 0 && (
        <EmptyState title={t(span === 'today' ? 'overview.failures.noneToday' : 'overview.failures.noneWeek')} />
      )}
      {items.length > 0 && <BarTable label={t('overview.failures')} heads={heads} bars={bars} />}
    </Section>
  );
}
