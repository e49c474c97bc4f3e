import { Box, Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi, Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/companies.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { useState } from 'react';
import { addressOf } from '../../api/call.ts';
import { useRight } from '../../api/session.ts';
import { useApi } from '../../api/use-api.ts';
import { BudgetBar } from '../../kit/chart/budget-bar.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { CsvLink } from '../../kit/table/csv-link.tsx';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';
import { CompanyBadge } from './company-badge.tsx';
import type { CompanyListSearch } from './search.ts';
import { SenderCounts } from './sender-counts.tsx';

type Row = ReplyOf<typeof contract.listCompanyRows>['items'][number];

const route = getRouteApi('/partner-console/companies');
const PER_PAGE = 50;
const SORTS = ['name', 'spent', 'created'] as const;

export function CompanyList() {
  const t = useText();
  const { q, status, sort, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useRight('companies.write');
  const columns = useColumns();
  const filter = { q, status, sort };
  const list = useApi<typeof contract.listCompanyRows>('GET /companies', {
    query: { ...filter, page, perPage: PER_PAGE },
  });
  const ask = (change: CompanyListSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) });
  const isFiltered = q !== undefined || status !== undefined;
  return (
    <Page title={t('companies.title')} actions={<Actions filter={filter} mayWrite={mayWrite} />}>
      <Filters onAsk={ask} isFiltered={isFiltered} search={{ q, status, sort }} />
      <Section title={t('companies.count', { count: list.data?.total ?? 0 })} flush>
        <RecordTable<Row>
          label={t('companies.title')}
          columns={columns}
          rows={list.data?.items}
          rowKey={({ companyId }) => companyId}
          error={list.error}
          onRetry={() => void list.refetch()}
          empty={<Nothing isFiltered={isFiltered} mayWrite={mayWrite} />}
        />
        {list.data !== undefined && list.data.total > 0 && (
          <Pager page={page} perPage={PER_PAGE} total={list.data.total} onPage={(to) => ask({ page: to })} />
        )}
      </Section>
    </Page>
  );
}

function Actions({ filter, mayWrite }: { readonly filter: CompanyListSearch; readonly mayWrite: boolean }) {
  const t = useText();
  return (
    <>
      <CsvLink href={addressOf('console', 'GET /companies.csv', { query: { ...filter, lang: language() } })} />
      {mayWrite && (
        <Button component={Link} to="/companies/new">
          {t('companies.new')}
        </Button>
      )}
    </>
  );
}

function Nothing({ isFiltered, mayWrite }: { readonly isFiltered: boolean; readonly mayWrite: boolean }) {
  const t = useText();
  if (isFiltered) return <EmptyState title={t('companies.filtered.title')} text={t('companies.filtered.text')} />;
  return (
    <EmptyState
      title={t('companies.empty.title')}
      text={t('companies.empty.text')}
      action={
        mayWrite && (
          <Button component={Link} to="/companies/new">
            {t('companies.new')}
          </Button>
        )
      }
    />
  );
}

type FiltersProps = {
  readonly search: CompanyListSearch;
  readonly isFiltered: boolean;
  readonly onAsk: (change: CompanyListSearch) => void;
};

function Filters({ search, isFiltered, onAsk }: FiltersProps) {
  const t = useText();
  const seesMoney = useRight('money.read');
  const [typed, setTyped] = useState(search.q ?? '');
  const askLater = useDebouncedCallback((text: string) => onAsk({ q: text === '' ? undefined : text }), 300);
  return (
    <FilterBar
      isFiltered={isFiltered}
      onClear={() => {
        setTyped('');
        onAsk({ q: undefined, status: undefined });
      }}
    >
      <TextInput
        label={t('companies.search')}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          askLater(value);
        }}
      />
      <Select
        label={t('companies.status')}
        clearable
        placeholder={t('companies.status.any')}
        value={search.status ?? null}
        data={(['ACTIVE', 'DISABLED'] as const).map((value) => ({ value, label: t(`companies.status.${value}`) }))}
        onChange={(value) => onAsk({ status: value ?? undefined })}
      />
      <Select
        label={t('companies.sort')}
        allowDeselect={false}
        value={search.sort ?? 'name'}
        data={SORTS.filter((value) => value !== 'spent' || seesMoney).map((value) => ({
          value,
          label: t(`companies.sort.${value}`),
        }))}
        onChange={(value) => onAsk({ sort: value === null || value === 'name' ? undefined : value })}
      />
    </FilterBar>
  );
}

function Spent({ spending }: Pick<Row, 'spending'>) {
  if (spending === null) return null;
  return <BudgetBar spent={spending.spent} reserved={spending.reserved} limit={spending.budget} />;
}

function useColumns(): readonly Column<Row>[] {
  const t = useText();
  const { number } = useFormat();
  const seesMoney = useRight('money.read');
  const money: Column<Row> = {
    key: 'money',
    head: t('companies.money'),
    width: '34%',
    wideOnly: true,
    cell: ({ spending }) => <Spent spending={spending} />,
  };
  return [
    {
      key: 'name',
      head: t('companies.name'),
      cell: ({ companyId, name, counteragentInn, spending }) => (
        <Stack gap={2} miw={150}>
          <ListLink to={`/companies/${companyId}`}>{name}</ListLink>
          <Text size="xs" c="dimmed">
            {t('companies.inn')} {counteragentInn}
          </Text>
          <Box hiddenFrom="sm" miw={180}>
            <Spent spending={spending} />
          </Box>
        </Stack>
      ),
    },
    { key: 'status', head: t('companies.status'), cell: ({ status }) => <CompanyBadge status={status} /> },
    ...(seesMoney ? [money] : []),
    {
      key: 'running',
      head: t('companies.running'),
      align: 'right',
      cell: ({ companyId: company, running }) => (
        <ListLink to="/dispatches" search={{ company, status: ['STARTED'] }} count="running">
          {number(running)}
        </ListLink>
      ),
    },
    { key: 'senders', head: t('companies.senders'), cell: (row) => <SenderCounts {...row} /> },
  ];
}
