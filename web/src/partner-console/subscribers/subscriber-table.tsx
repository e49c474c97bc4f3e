import { Box, Button, NativeSelect, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { hasDevices, SUBSCRIBER_ID_LENGTH_MAX } from '@volley/domain/subscribers/subscriber-channel.ts';
import { SUBSCRIBER_STATUSES } from '@volley/domain/subscribers/subscriber-status.ts';
import { useState } from 'react';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Hint } from '../../kit/hint.tsx';
import { Section } from '../../kit/section.tsx';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { FilterText } from '../messages/filter-text.tsx';
import type { SubscriberSearch } from './search.ts';
import { subscriberColumns } from './subscriber-columns.tsx';
import type { SubscriberList } from './subscriber-list.ts';
import { statusesOf } from './subscriber-statuses.ts';
import { useDelete } from './use-delete.ts';

export const PER_PAGE = 50;
/** The server lists no row beyond this position; filters find the others. */
const REACHED_MAX = 100_000;

const route = getRouteApi('/partner-console/senders/$id/subscribers');
const NO_FILTER: SubscriberSearch = { number: undefined, subscriber: undefined, status: undefined };

type Props = { readonly id: number; readonly list: SubscriberList; readonly mayWrite: boolean };

export function SubscriberTable({ id, list, mayWrite }: Props) {
  const t = useText();
  const isApp = hasDevices(list.channelType);
  const { page = 1, number, subscriber, status } = route.useSearch();
  const navigate = route.useNavigate();
  const ask = (change: SubscriberSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) });
  const isFiltered = [number, subscriber, status].some((value) => value !== undefined);
  return (
    <Stack gap="sm">
      <FilterBar isFiltered={isFiltered} onClear={() => ask(NO_FILTER)}>
        <FilterText
          label={t('subscribers.number')}
          value={number}
          width={190}
          onCommit={(text) => ask({ number: text?.slice(0, 64) })}
        />
        <FilterText
          label={t(isApp ? 'subscribers.token' : 'subscribers.id')}
          value={subscriber}
          width={190}
          onCommit={(text) => ask({ subscriber: text?.slice(0, SUBSCRIBER_ID_LENGTH_MAX) })}
        />
        <NativeSelect
          label={t('subscribers.status')}
          value={status ?? ''}
          data={[
            { value: '', label: t('subscribers.any') },
            ...statusesOf(list.channelType).map((value) => ({ value, label: t(`subscribers.status.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            ask({ status: SUBSCRIBER_STATUSES.find((known) => known === value) })
          }
        />
      </FilterBar>
      <Rows
        key={JSON.stringify([page, number, subscriber, status])}
        id={id}
        list={list}
        mayWrite={mayWrite}
        isFiltered={isFiltered}
        onPage={(next) => ask({ page: next })}
      />
    </Stack>
  );
}

type RowsProps = Props & { readonly isFiltered: boolean; readonly onPage: (page: number) => void };

/** The choice of rows ends with the page. */
function Rows({ id, list, mayWrite, isFiltered, onPage }: RowsProps) {
  const t = useText();
  const { number } = useFormat();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const remove = useDelete(id, list);
  const { items, total, page, perPage } = list;
  const isApp = hasDevices(list.channelType);
  const ids = items.map(({ subscriberId }) => subscriberId).filter((one) => chosen.has(one));
  const removeChosen = async () => {
    if (!(await remove(ids))) return;
    setChosen(new Set());
    // The page may be empty now.
    if (ids.length === items.length && page > 1) onPage(page - 1);
  };
  const removeButton = mayWrite && items.length > 0 && (
    <Button variant="default" size="compact-sm" disabled={ids.length === 0} onClick={() => void removeChosen()}>
      {t('subscribers.delete', { count: ids.length })}
    </Button>
  );
  const choice = mayWrite ? { items, chosen, onChoose: setChosen } : undefined;
  return (
    <Section
      title={t(isApp ? 'subscribers.list.app' : 'subscribers.list', { count: total, shown: number(total) })}
      flush
      actions={removeButton}
    >
      <RecordTable
        label={t(isApp ? 'subscribers.title.app' : 'subscribers.title')}
        columns={subscriberColumns(t, isApp, choice)}
        rows={items}
        rowKey={({ subscriberId }) => subscriberId}
        isSelected={({ subscriberId }) => chosen.has(subscriberId)}
        empty={<Nothing isFiltered={isFiltered} isApp={isApp} />}
      />
      {total > 0 && (
        <>
          {total > REACHED_MAX && (
            <Box px="md" pt="sm">
              <Hint>{t(isApp ? 'subscribers.first.app' : 'subscribers.first', { shown: number(REACHED_MAX) })}</Hint>
            </Box>
          )}
          <Pager page={page} perPage={perPage} total={Math.min(total, REACHED_MAX)} onPage={onPage} />
        </>
      )}
    </Section>
  );
}

function Nothing({ isFiltered, isApp }: { readonly isFiltered: boolean; readonly isApp: boolean }) {
  const t = useText();
  return isFiltered ? (
    <EmptyState
      title={t(isApp ? 'subscribers.nothing.app' : 'subscribers.nothing.title')}
      text={t(isApp ? 'subscribers.nothing.appText' : 'subscribers.nothing.text')}
    />
  ) : (
    <EmptyState
      title={t(isApp ? 'subscribers.none.appTitle' : 'subscribers.none.title')}
      text={t(isApp ? 'subscribers.none.app' : 'subscribers.none.text')}
    />
  );
}
