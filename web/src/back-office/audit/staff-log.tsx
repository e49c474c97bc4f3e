import { Anchor, Paper, Select, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/back-office/people/staff.ts';
import { addressOf, callStaff } from '../../api/call.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Page } from '../../kit/page.tsx';
import { CsvLink } from '../../kit/table/csv-link.tsx';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { language } from '../../texts/language.ts';
import { MoreButton } from '../parts/more-button.tsx';
import { present } from '../parts/search.ts';
import { auditSearch } from '../searches.ts';
import { type Action, detailsText, subjectPath } from './action.ts';
import { actionText, SUBJECTS, subjectText } from './action-words.ts';

const route = getRouteApi('/back-office/bo/audit');
const PER_PAGE = 100;

type Search = ReturnType<typeof auditSearch>;
type Go = (change: { readonly [Name in keyof Search]?: Search[Name] | undefined }) => void;

/** Days of the reader's calendar, both included. */
function filterOf({ staff, action, kind, id, from, to }: Search) {
  const dayStart = (day: string, later = 0) => {
    const at = new Date(`${day}T00:00:00`);
    at.setDate(at.getDate() + later);
    return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
  };
  return present({
    staffId: staff,
    action,
    subjectKind: kind,
    subjectId: id,
    from: from === undefined ? undefined : dayStart(from),
    to: to === undefined ? undefined : dayStart(to, 1),
  });
}

export function StaffLog() {
  const t = useText();
  const search: Search = route.useSearch();
  const navigate = route.useNavigate();
  const go: Go = (change) => void navigate({ search: auditSearch({ ...search, ...change }) });
  const filter = filterOf(search);
  const log = useInfiniteQuery({
    queryKey: ['staff', 'GET /actions', 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      callStaff<typeof contract.listStaffActions>(
        'GET /actions',
        { query: { ...filter, beforeId: pageParam, limit: PER_PAGE } },
        { signal },
      ),
    initialPageParam: undefined as number | undefined, // the first page begins at the newest row
    getNextPageParam: ({ items }) => (items.length < PER_PAGE ? undefined : items.at(-1)?.id),
  });
  const csv = addressOf('staff', 'GET /actions/export', { query: { ...filter, lang: language() } });
  return (
    <Page title={t('backOffice.nav.audit')} actions={<CsvLink href={csv} />}>
      <Filters search={search} go={go} />
      <Paper withBorder>
        <RecordTable
          label={t('backOffice.nav.audit')}
          columns={columnsOf(t)}
          rows={log.data?.pages.flatMap(({ items }) => items)}
          rowKey={({ id }) => id}
          error={log.error}
          onRetry={() => void log.refetch()}
          empty={<EmptyState title={t('backOffice.audit.empty')} text={t('backOffice.audit.emptyHint')} />}
        />
        {log.hasNextPage && <MoreButton onMore={() => void log.fetchNextPage()} isLoading={log.isFetchingNextPage} />}
      </Paper>
    </Page>
  );
}

function Filters({ search, go }: { readonly search: Search; readonly go: Go }) {
  const t = useText();
  const mayList = useCapability('staff.read');
  const staff = useStaffApi<typeof contract.listStaff>('GET /staff', {}, { enabled: mayList });
  return (
    <FilterBar
      isFiltered={Object.keys(search).length > 0}
      onClear={() =>
        go({ staff: undefined, action: undefined, kind: undefined, id: undefined, from: undefined, to: undefined })
      }
    >
      {mayList && (
        <Select
          label={t('backOffice.audit.who')}
          placeholder={t('backOffice.filter.any')}
          clearable
          searchable
          data={staff.data?.items.map(({ staffId, login }) => ({ value: String(staffId), label: login })) ?? []}
          value={search.staff === undefined ? null : String(search.staff)}
          onChange={(value) => go({ staff: value === null ? undefined : Number(value) })}
        />
      )}
      <Select
        label={t('backOffice.audit.what')}
        placeholder={t('backOffice.filter.any')}
        clearable
        searchable
        data={SUBJECTS.map((value) => ({ value, label: subjectText(t, value) }))}
        value={search.kind ?? null}
        onChange={(value) => go({ kind: value ?? undefined, id: undefined })}
        w={170}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={t(`backOffice.audit.${name}`)}
          value={search[name] ?? ''}
          onChange={(event) => go({ [name]: event.currentTarget.value === '' ? undefined : event.currentTarget.value })}
        />
      ))}
    </FilterBar>
  );
}

function columnsOf(t: Say): readonly Column<Action>[] {
  return [
    { key: 'at', head: t('backOffice.column.when'), cell: ({ at }) => <When at={at} as="log" /> },
    { key: 'who', head: t('backOffice.audit.who'), cell: ({ login }) => login ?? t('backOffice.audit.command') },
    { key: 'action', head: t('backOffice.audit.action'), cell: ({ action }) => actionText(t, action) },
    {
      key: 'subject',
      head: t('backOffice.audit.what'),
      cell: (action) => {
        const path = subjectPath(action);
        const name = `${subjectText(t, action.subjectKind)} ${action.subjectId}`;
        return path === undefined ? (
          name
        ) : (
          <Anchor component={Link} to={path} inherit>
            {name}
          </Anchor>
        );
      },
    },
    {
      key: 'details',
      head: t('backOffice.audit.details'),
      cell: ({ details }) => (
        <Text size="sm" maw={420} style={{ overflowWrap: 'anywhere' }}>
          {detailsText(t, details)}
        </Text>
      ),
    },
    {
      key: 'request',
      head: t('backOffice.audit.request'),
      cell: ({ requestId }) => <CopyButton value={requestId} label={requestId.slice(0, 8)} />,
      wideOnly: true,
    },
  ];
}
