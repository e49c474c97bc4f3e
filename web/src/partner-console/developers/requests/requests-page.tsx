import { Button, Group, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/requests.ts';
import { useMemo } from 'react';
import { addressOf } from '../../../api/call.ts';
import { useApi } from '../../../api/use-api.ts';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { Hint } from '../../../kit/hint.tsx';
import { Page } from '../../../kit/page.tsx';
import { Section } from '../../../kit/section.tsx';
import { CsvLink } from '../../../kit/table/csv-link.tsx';
import { RecordTable } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import { language } from '../../../texts/language.ts';
import type { RequestSearch } from '../search.ts';
import { ErrorGroups } from './error-groups.tsx';
import type { LoggedRequest } from './logged-request.ts';
import { useRequestColumns } from './request-columns.tsx';
import { RequestFilters } from './request-filters.tsx';

const REFRESH_MS = 10_000;
const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 24;
const route = getRouteApi('/partner-console/developers/requests');

export function RequestsPage() {
  const t = useText();
  const { company, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = useFilter(company, search);
  const ask = (change: RequestSearch) =>
    void navigate({ search: (before) => ({ ...before, after: undefined, ...change }) });
  const summary = useApi<typeof contract.summarizeRequests>('GET /requests/summary', { query: filter });
  const csv = addressOf('console', 'GET /requests.csv', { query: { ...filter, lang: language() } });
  return (
    <Page
      title={t('developers.requests.title')}
      actions={<CsvLink href={csv} />}
      lead={<Hint>{t('developers.requests.lead')}</Hint>}
    >
      <RequestFilters company={company} search={search} classes={summary.data?.classes} onAsk={ask} />
      <ErrorGroups groups={summary.data?.errors} onAsk={ask} />
      <Requests filter={filter} after={search.after} onAsk={ask} />
    </Page>
  );
}

/** Times are rounded to the minute, so that repeated renders share one request. */
function useFilter(company: number | undefined, search: RequestSearch) {
  const { status, key, code, path, request, hours = DEFAULT_HOURS } = search;
  const minute = Math.floor(Date.now() / 60_000);
  return useMemo(() => {
    const from = request === undefined ? new Date(minute * 60_000 - hours * HOUR_MS).toISOString() : undefined;
    return { companyId: company, status, keyId: key, errorCode: code, path, requestId: request, from };
  }, [company, status, key, code, path, request, hours, minute]);
}

type RequestsProps = {
  readonly filter: ReturnType<typeof useFilter>;
  readonly after: string | undefined;
  readonly onAsk: (change: RequestSearch) => void;
};

function Requests({ filter, after, onAsk }: RequestsProps) {
  const t = useText();
  const { data, error, refetch } = useApi<typeof contract.listRequests>(
    'GET /requests',
    { query: { ...filter, after } },
    { refetchInterval: after === undefined ? REFRESH_MS : false },
  );
  const { status, keyId, errorCode, path, requestId } = filter;
  const isFiltered = [status, keyId, errorCode, path, requestId].some((value) => value !== undefined);
  const next = data?.next ?? undefined;
  return (
    <Section title={t('developers.requests.list')} flush>
      <Stack gap={0}>
        <RecordTable<LoggedRequest>
          label={t('developers.requests.title')}
          columns={useRequestColumns()}
          rows={data?.items}
          rowKey={({ requestId, at }) => `${at} ${requestId}`}
          error={error}
          onRetry={() => void refetch()}
          empty={
            <EmptyState
              title={t(isFiltered ? 'developers.requests.filtered' : 'developers.requests.empty')}
              text={t(isFiltered ? 'developers.requests.filtered.text' : 'developers.requests.empty.text')}
            />
          }
        />
        <Group px="md" py="sm" justify="space-between">
          <Hint>{data === undefined ? '' : t('developers.requests.kept', { count: data.keptDays })}</Hint>
          <Group gap="xs">
            {after !== undefined && (
              <Button variant="default" size="sm" onClick={() => onAsk({})}>
                {t('developers.newest')}
              </Button>
            )}
            {next !== undefined && (
              <Button variant="default" size="sm" onClick={() => onAsk({ after: next })}>
                {t('developers.older')}
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </Section>
  );
}
