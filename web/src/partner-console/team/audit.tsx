import { Anchor, Button, Center, Select, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/team.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { callApi } from '../../api/call.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { ACTION_TEXTS, subjectAddress } from './action-text.ts';
import { type AuditSearch, auditTimes } from './audit-search.ts';
import { detailLines } from './detail-lines.ts';

type Deed = ReplyOf<typeof contract.listAudit>['items'][number];

const PAGE = 50;

export function Audit() {
  const t = useText();
  const search = useSearch({ from: '/partner-console/audit' });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDeeds(search);
  const isFiltered = Object.keys(search).some((name) => name !== 'company');
  return (
    <Page title={t('shell.nav.audit')} lead={<Hint>{t('team.audit.lead')}</Hint>}>
      <Filters search={search} isFiltered={isFiltered} />
      <Section title={t('team.audit.deeds')} flush>
        <RecordTable
          label={t('team.audit.deeds')}
          columns={useDeedColumns()}
          rows={data?.pages.flatMap(({ items }) => items)}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState title={t(isFiltered ? 'team.audit.noneFiltered' : 'team.audit.none')} />}
        />
        {hasNextPage && (
          <Center p="md">
            <Button variant="default" onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
              {t('team.audit.more')}
            </Button>
          </Center>
        )}
      </Section>
    </Page>
  );
}

function useDeeds({ login, action, subjectKind, subjectId, ...times }: AuditSearch) {
  const query = { login, action, subjectKind, subjectId, ...auditTimes(times), limit: PAGE };
  return useInfiniteQuery({
    queryKey: ['console', 'GET /audit', query],
    queryFn: ({ pageParam, signal }) =>
      callApi<typeof contract.listAudit>('GET /audit', { query: { ...query, beforeId: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ items }) => (items.length < PAGE ? undefined : items.at(-1)?.id),
  });
}

function Filters({ search, isFiltered }: { readonly search: AuditSearch; readonly isFiltered: boolean }) {
  const t = useText();
  const navigate = useNavigate({ from: '/audit' });
  const change = (part: { readonly [Name in keyof AuditSearch]: string | undefined }) => {
    const filled = Object.fromEntries(Object.entries({ ...search, ...part }).filter(([, value]) => value));
    void navigate({ search: filled, replace: true });
  };
  const actions = Object.entries(ACTION_TEXTS).map(([value, text]) => ({ value, label: t(text) }));
  const known = actions.filter(({ label }, at) => actions.findIndex((one) => one.label === label) === at);
  return (
    <FilterBar isFiltered={isFiltered} onClear={() => void navigate({ search: {}, replace: true })}>
      <TextInput
        label={t('team.audit.who')}
        value={search.login ?? ''}
        onChange={({ currentTarget }) => change({ login: currentTarget.value })}
      />
      <Select
        label={t('team.audit.what')}
        placeholder={t('team.audit.any')}
        data={known}
        value={search.action ?? null}
        onChange={(action) => change({ action: action ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('kit.clearFilters') }}
      />
      <TextInput
        type="date"
        label={t('team.audit.from')}
        value={search.from ?? ''}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('team.audit.to')}
        value={search.to ?? ''}
        onChange={({ currentTarget }) => change({ to: currentTarget.value })}
      />
    </FilterBar>
  );
}

function useDeedColumns(): Column<Deed>[] {
  const t = useText();
  return [
    { key: 'at', head: t('team.audit.when'), cell: ({ at }) => <When at={at} as="log" /> },
    {
      key: 'who',
      head: t('team.audit.who'),
      cell: ({ name, login }) => (
        <>
          <Text size="sm">{name ?? login}</Text>
          {name !== null && (
            <Text size="xs" c="dimmed">
              {login}
            </Text>
          )}
        </>
      ),
    },
    { key: 'what', head: t('team.audit.what'), cell: (deed) => <What deed={deed} /> },
    { key: 'address', head: t('team.audit.address'), cell: ({ address }) => address, wideOnly: true },
    {
      key: 'request',
      head: t('kit.requestId'),
      cell: ({ requestId }) => (
        <Text size="xs" c="dimmed" ff="monospace">
          {requestId.slice(0, 8)}
        </Text>
      ),
      wideOnly: true,
    },
  ];
}

function What({ deed: { action, subjectKind, subjectId, details, reason } }: { readonly deed: Deed }) {
  const t = useText();
  const text = ACTION_TEXTS[action];
  const to = subjectAddress(subjectKind, subjectId);
  return (
    <>
      <Text size="sm">
        {text === undefined ? action : t(text)}{' '}
        {to === undefined ? (
          subjectId
        ) : (
          <Anchor renderRoot={(props) => <Link {...props} to={to as '/'} />}>#{subjectId}</Anchor>
        )}
      </Text>
      {detailLines(details).map((line) => (
        <Text key={line} size="xs" c="dimmed">
          {line}
        </Text>
      ))}
      {reason !== null && <Text size="xs">«{reason}»</Text>}
    </>
  );
}
