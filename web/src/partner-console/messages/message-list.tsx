// All traffic of the partner. The visible first page refetches every two seconds.
import { Group, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/messages.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { useMemo } from 'react';
import { addressOf } from '../../api/call.ts';
import { useApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { CsvLink } from '../../kit/table/csv-link.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';
import { messageColumns } from './message-columns.tsx';
import { MessageFilters } from './message-filters.tsx';
import { isFiltered, type MessageSearch, messageQuery } from './message-search.ts';
import { SavedViews } from './saved-views.tsx';

const PER_PAGE = 50;
const LIVE_MS = 2_000;
/** A search through all messages is expensive, so it repeats less often. */
const SEARCH_MS = 15_000;

type Found = ReplyOf<typeof contract.listMessages>;

function isSearch({ destination, q, sender, tag, clicked }: MessageSearch): boolean {
  return [destination, q, sender, tag, clicked].some((one) => one !== undefined);
}

function useChange() {
  const navigate = useNavigate({ from: '/messages' });
  return (part: MessageSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...part }), resetScroll: false });
}

export function MessageList() {
  const t = useText();
  const search = useSearch({ from: '/partner-console/messages' });
  const change = useChange();
  const { page = 1, last } = search;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a newly chosen period starts now
  const now = useMemo(() => Date.now(), [last]);
  const query = messageQuery(search, now);
  const found = useApi<typeof contract.listMessages>(
    'GET /messages',
    { query: { ...query, page, perPage: PER_PAGE } },
    { refetchInterval: page === 1 ? (isSearch(search) ? SEARCH_MS : LIVE_MS) : false },
  );
  const { data, error, refetch } = found;
  const file = addressOf('console', 'GET /messages/export', { query: { ...query, lang: language() } });
  return (
    <Page
      title={t('messages.title')}
      actions={
        <>
          <SavedViews search={search} onOpen={change} />
          <CsvLink href={file} />
        </>
      }
    >
      <Stack gap="sm">
        <MessageFilters search={search} onChange={change} />
        <Section title={t('messages.found')} flush actions={<Range found={data} isLive={page === 1} />}>
          <RecordTable
            label={t('messages.title')}
            columns={messageColumns(t, { showsCompany: search.company === undefined })}
            rows={data?.items}
            rowKey={(row) => row.messageUuid}
            error={error}
            onRetry={() => void refetch()}
            empty={<Nothing search={search} />}
          />
          {data !== undefined && data.total > 0 && (
            <>
              <Pager
                page={page}
                perPage={PER_PAGE}
                total={data.reachable}
                onPage={(next) => change({ page: next === 1 ? undefined : next })}
              />
              <Beyond found={data} />
            </>
          )}
        </Section>
      </Stack>
    </Page>
  );
}

function Range({ found, isLive }: { readonly found: Found | undefined; readonly isLive: boolean }) {
  const t = useText();
  const { number, dateTime } = useFormat();
  if (found === undefined) return null;
  const { range, total } = found;
  return (
    <Group gap="sm">
      <Text size="sm" fw={600} data-list-total={total}>
        {t('messages.total', { count: total, shown: number(total) })}
      </Text>
      {range !== null && (
        <Text size="sm" c="dimmed">
          {range.isDefault
            ? t('messages.range.default')
            : range.to === null
              ? t('messages.range.since', { from: dateTime(range.from) })
              : t('messages.range.between', { from: dateTime(range.from), to: dateTime(range.to) })}
        </Text>
      )}
      {isLive && (
        <Text size="sm" c="dimmed">
          {t('messages.live')}
        </Text>
      )}
    </Group>
  );
}

function Beyond({ found: { total, reachable } }: { readonly found: Found }) {
  const t = useText();
  const { number } = useFormat();
  if (reachable >= total) return null;
  return (
    <Text size="sm" c="dimmed" px="md" pb="sm">
      {t('messages.beyond', { reachable: number(reachable), total: number(total) })}
    </Text>
  );
}

function Nothing({ search }: { readonly search: MessageSearch }) {
  const t = useText();
  return isFiltered(search) ? (
    <EmptyState title={t('messages.nothing.title')} text={t('messages.nothing.text')} />
  ) : (
    <EmptyState title={t('messages.none.title')} text={t('messages.none.text')} />
  );
}
