import { Anchor, Paper, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi, Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/back-office/people/accounts.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { Money, Num } from '../../kit/amounts.tsx';
import { BudgetBar } from '../../kit/chart/budget-bar.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Page } from '../../kit/page.tsx';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { COMPANY_STATUSES, companySearch } from '../searches.ts';
import { CompanyStatus } from './company-status.tsx';

const route = getRouteApi('/back-office/bo/companies');
const PER_PAGE = 50;

type Search = ReturnType<typeof companySearch>;
type Account = ReplyOf<typeof contract.listCompanyAccounts>['items'][number];

export function CompanyList() {
  const t = useText();
  const search: Search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (change: { readonly [Name in keyof Search]?: Search[Name] | undefined }) =>
    void navigate({ search: companySearch({ ...search, page: undefined, ...change }) });
  const page = search.page ?? 1;
  const { data, error, refetch } = useStaffApi<typeof contract.listCompanyAccounts>('GET /company-accounts', {
    query: { ...search, page, perPage: PER_PAGE },
  });
  return (
    <Page title={t('backOffice.nav.companies')}>
      <Filters search={search} go={go} />
      {search.partnerId !== undefined && (
        <Text size="sm">
          {t('backOffice.companies.ofPartner', { partner: data?.items[0]?.partnerLogin ?? `#${search.partnerId}` })}
        </Text>
      )}
      <Paper withBorder>
        <RecordTable
          label={t('backOffice.nav.companies')}
          columns={columnsOf(t)}
          rows={data?.items}
          rowKey={({ companyId }) => companyId}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState title={t('backOffice.companies.empty')} text={t('backOffice.companies.emptyHint')} />}
        />
        {data !== undefined && (
          <Pager page={page} perPage={PER_PAGE} total={data.total} onPage={(next) => go({ page: next })} />
        )}
      </Paper>
    </Page>
  );
}

type FiltersProps = {
  readonly search: Search;
  readonly go: (change: { readonly [Name in keyof Search]?: Search[Name] | undefined }) => void;
};

function Filters({ search: { search, status, partnerId }, go }: FiltersProps) {
  const t = useText();
  const find = useDebouncedCallback((value: string) => go({ search: value === '' ? undefined : value }), 300);
  return (
    <FilterBar
      isFiltered={search !== undefined || status !== undefined || partnerId !== undefined}
      onClear={() => go({ search: undefined, status: undefined, partnerId: undefined })}
    >
      <TextInput
        key={search === undefined ? 'empty' : 'filled'}
        label={t('backOffice.companies.search')}
        defaultValue={search ?? ''}
        onChange={(event) => find(event.currentTarget.value)}
        w={280}
      />
      <Select
        label={t('backOffice.column.status')}
        placeholder={t('backOffice.filter.any')}
        clearable
        data={COMPANY_STATUSES.map((value) => ({ value, label: t(`backOffice.company.${value}`) }))}
        value={status ?? null}
        onChange={(value) => go({ status: COMPANY_STATUSES.find((one) => one === value) })}
        w={160}
      />
    </FilterBar>
  );
}

function columnsOf(t: Say): readonly Column<Account>[] {
  return [
    {
      key: 'company',
      head: t('backOffice.column.company'),
      cell: ({ companyId, name, counteragentInn }) => (
        <>
          <Anchor component={Link} to={`/bo/companies/${companyId}`} fw={600} size="sm">
            {name}
          </Anchor>
          <Text size="xs" c="dimmed">
            {t('backOffice.inn', { inn: counteragentInn })}
          </Text>
        </>
      ),
    },
    { key: 'partner', head: t('backOffice.column.partner'), cell: ({ partnerLogin }) => partnerLogin, wideOnly: true },
    { key: 'status', head: t('backOffice.column.status'), cell: ({ status }) => <CompanyStatus status={status} /> },
    {
      key: 'budget',
      head: t('backOffice.column.budget'),
      width: 300,
      cell: ({ spent, reserved, budget }) => <BudgetBar spent={spent} reserved={reserved} limit={budget} />,
    },
    {
      key: 'wallet',
      head: t('backOffice.column.wallet'),
      align: 'right',
      cell: ({ wallet }) => <Money amount={wallet} />,
    },
    {
      key: 'running',
      head: t('backOffice.column.running'),
      align: 'right',
      cell: ({ running }) => <Num value={running} />,
    },
    {
      key: 'senders',
      head: t('backOffice.column.senders'),
      align: 'right',
      cell: ({ companyId, sendersApproved, sendersWaiting }) => (
        <ListLink to="/bo/senders" search={{ view: 'table', company: companyId }}>
          {t('backOffice.companies.senders', { approved: sendersApproved, waiting: sendersWaiting })}
        </ListLink>
      ),
      wideOnly: true,
    },
  ];
}
