import { Anchor, NumberInput, Paper, Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/back-office/people/accounts.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { callStaff } from '../../api/call.ts';
import { Money } from '../../kit/amounts.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Page } from '../../kit/page.tsx';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { present } from '../parts/search.ts';
import { WALLET_MOVES, walletSearch } from '../searches.ts';

const route = getRouteApi('/back-office/bo/wallets');
const PER_PAGE = 100;

type Search = ReturnType<typeof walletSearch>;
type Move = ReplyOf<typeof contract.listWalletMoves>['items'][number];

export function WalletLog() {
  const t = useText();
  const search: Search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (change: { readonly [Name in keyof Search]?: Search[Name] | undefined }) =>
    void navigate({ search: walletSearch({ ...search, ...change }) });
  const filter = present({ companyId: search.company, kind: search.kind });
  const log = useInfiniteQuery({
    queryKey: ['staff', 'GET /wallet-entries', filter],
    queryFn: ({ pageParam, signal }) =>
      callStaff<typeof contract.listWalletMoves>(
        'GET /wallet-entries',
        { query: { ...filter, beforeId: pageParam, limit: PER_PAGE } },
        { signal },
      ),
    initialPageParam: undefined as number | undefined, // the first page begins at the newest row
    getNextPageParam: ({ items }) => (items.length < PER_PAGE ? undefined : items.at(-1)?.id),
  });
  const findCompany = useDebouncedCallback(
    (value: number | string) => go({ company: typeof value === 'number' && value > 0 ? value : undefined }),
    300,
  );
  return (
    <Page title={t('backOffice.nav.wallets')}>
      <FilterBar
        isFiltered={Object.keys(search).length > 0}
        onClear={() => go({ company: undefined, kind: undefined })}
      >
        <NumberInput
          key={search.company === undefined ? 'empty' : 'filled'}
          label={t('backOffice.wallet.company')}
          defaultValue={search.company ?? ''}
          onChange={findCompany}
          min={1}
          allowDecimal={false}
          w={180}
        />
        <Select
          label={t('backOffice.wallet.kind')}
          placeholder={t('backOffice.filter.any')}
          clearable
          data={WALLET_MOVES.map((value) => ({ value, label: t(`backOffice.move.${value}`) }))}
          value={search.kind ?? null}
          onChange={(value) => go({ kind: WALLET_MOVES.find((one) => one === value) })}
        />
      </FilterBar>
      <Paper withBorder>
        <RecordTable
          label={t('backOffice.nav.wallets')}
          columns={columnsOf(t)}
          rows={log.data?.pages.flatMap(({ items }) => items)}
          rowKey={({ id }) => id}
          error={log.error}
          onRetry={() => void log.refetch()}
          empty={<EmptyState title={t('backOffice.wallet.empty')} text={t('backOffice.wallet.emptyHint')} />}
        />
        {log.hasNextPage && <MoreButton onMore={() => void log.fetchNextPage()} isLoading={log.isFetchingNextPage} />}
      </Paper>
    </Page>
  );
}

function columnsOf(t: Say): readonly Column<Move>[] {
  return [
    { key: 'at', head: t('backOffice.column.when'), cell: ({ createdAt }) => <When at={createdAt} as="log" /> },
    {
      key: 'company',
      head: t('backOffice.column.company'),
      cell: ({ companyId, companyName }) => (
        <Anchor component={Link} to={`/bo/companies/${companyId}`} inherit>
          {companyName}
        </Anchor>
      ),
    },
    { key: 'kind', head: t('backOffice.wallet.kind'), cell: ({ kind }) => t(`backOffice.move.${kind}`) },
    {
      key: 'balance',
      head: t('backOffice.wallet.free'),
      align: 'right',
      cell: ({ balance, currency }) => <Money amount={{ value: balance, currency }} />,
    },
    {
      key: 'reserved',
      head: t('backOffice.wallet.aside'),
      align: 'right',
      cell: ({ reserved, currency }) => <Money amount={{ value: reserved, currency }} />,
    },
    {
      key: 'reason',
      head: t('backOffice.reason.label'),
      cell: ({ reason, dispatchId }) =>
        reason ?? (dispatchId === null ? '—' : t('backOffice.wallet.ofDispatch', { id: dispatchId })),
    },
    { key: 'person', head: t('backOffice.audit.who'), cell: ({ person }) => person ?? '—', wideOnly: true },
  ];
}
