import { useInfiniteQuery } from '@tanstack/react-query';
import type * as contract from '@volley/contract/back-office/duty/alerts.ts';
import { callStaff } from '../../api/call.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { useAlertColumns } from './alert-columns.tsx';

const PER_PAGE = 100;

export function AlertHistory() {
  const t = useText();
  const { duration } = useFormat();
  const shared = useAlertColumns();
  const history = useInfiniteQuery({
    queryKey: ['staff', 'GET /alerts/history', 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callStaff<typeof contract.listAlertHistory>('GET /alerts/history', { query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined, // the first page begins at the newest row
    getNextPageParam: ({ items }) => (items.length < PER_PAGE ? undefined : items.at(-1)?.alertId),
  });
  return (
    <Section title={t('alerts.tab.history')} flush>
      <RecordTable
        label={t('alerts.tab.history')}
        rows={history.data?.pages.flatMap(({ items }) => items)}
        rowKey={({ alertId }) => alertId}
        error={history.error}
        onRetry={() => void history.refetch()}
        empty={<EmptyState title={t('alerts.noHistory')} text={t('alerts.noHistoryHint')} />}
        columns={[
          ...shared,
          {
            key: 'lasted',
            head: t('alerts.lasted'),
            align: 'right',
            cell: ({ since, lastSeenAt }) => duration((Date.parse(lastSeenAt) - Date.parse(since)) / 1_000),
          },
          { key: 'over', head: t('alerts.over'), cell: ({ resolvedAt }) => <When at={resolvedAt} />, wideOnly: true },
        ]}
      />
      {history.hasNextPage && (
        <MoreButton onMore={() => void history.fetchNextPage()} isLoading={history.isFetchingNextPage} />
      )}
    </Section>
  );
}
