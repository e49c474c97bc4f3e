import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/dispatches.ts';
import { useEffect, useMemo } from 'react';
import { useRight } from '../../api/session.ts';
import { useApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { LinkBadge } from '../../live/link-badge.tsx';
import { useLive } from '../../live/use-live.ts';
import { useDispatchColumns } from './dispatch-columns.tsx';
import { DispatchFilters } from './dispatch-filters.tsx';
import { type DispatchSearch, dispatchQuery, isFiltered } from './dispatch-search.ts';
import type { DispatchRow, Moving } from './dispatch-shapes.ts';
import { endedSince, movedRows, startedSince } from './live-rows.ts';

const route = getRouteApi('/partner-console/dispatches');
const PER_PAGE = 25;

export function DispatchList() {
  const t = useText();
  const { company, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const columns = useDispatchColumns();
  const list = useApi<typeof contract.listConsoleDispatches>('GET /dispatches', {
    query: { ...dispatchQuery(search), company, perPage: PER_PAGE },
  });
  const rows = useMovedRows(list.data?.items, () => void list.refetch());
  const ask = (change: DispatchSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) });
  return (
    <Page title={t('dispatches.title')} badge={<LinkBadge />} actions={<NewButton />}>
      <DispatchFilters search={search} onAsk={ask} />
      <Section title={t('dispatches.list')} flush>
        <RecordTable<DispatchRow>
          label={t('dispatches.list')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          error={list.error}
          onRetry={() => void list.refetch()}
          empty={<Nothing isFiltered={isFiltered(search)} />}
        />
        {list.data !== undefined && list.data.total > 0 && (
          <Pager page={search.page ?? 1} perPage={PER_PAGE} total={list.data.total} onPage={(page) => ask({ page })} />
        )}
      </Section>
    </Page>
  );
}

/** Merges live progress into the rows; a dispatch that started or ended is refetched. */
function useMovedRows(read: readonly DispatchRow[] | undefined, readAgain: () => void) {
  const { value: moving } = useLive<Moving>('dispatches');
  const changed =
    read === undefined || moving === undefined
      ? ''
      : [...endedSince(read, moving), ...startedSince(read, moving)].join(' ');
  useEffect(() => {
    if (changed !== '') readAgain();
    // Runs once per set of dispatches; `readAgain` changes with every render.
  }, [changed]);
  return useMemo(() => (read === undefined || moving === undefined ? read : movedRows(read, moving)), [read, moving]);
}

function NewButton() {
  const t = useText();
  return useRight('dispatches.write') ? (
    <Button component={Link} to="/dispatches/new">
      {t('dispatches.new')}
    </Button>
  ) : null;
}

function Nothing({ isFiltered: filtered }: { readonly isFiltered: boolean }) {
  const t = useText();
  return filtered ? (
    <EmptyState title={t('dispatches.nothing.filtered')} text={t('dispatches.nothing.filteredText')} />
  ) : (
    <EmptyState title={t('dispatches.nothing.yet')} text={t('dispatches.nothing.yetText')} action={<NewButton />} />
  );
}
