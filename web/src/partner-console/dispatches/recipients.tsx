import { Box, SegmentedControl, Text } from '@mantine/core';
import type * as contract from '@volley/contract/console/messages.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { MESSAGE_STATES, type MessageState } from '@volley/domain/sending/message-state.ts';
import { memo, useMemo, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { operatorName } from '../../kit/operator-name.ts';
import { PhoneNumber } from '../../kit/phone-number.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { messagesOf } from './dispatch-shapes.ts';

type Row = ReplyOf<typeof contract.listMessages>['items'][number];

const PER_PAGE = 10;
const READ_EVERY_MS = 15_000;
const TONES = { queued: 'neutral', withOperator: 'info', delivered: 'good', failed: 'bad' } as const;
const CHOICES = ['all', ...MESSAGE_STATES] as const;

export const Recipients = memo(function Recipients({ id }: { readonly id: number }) {
  const t = useText();
  const [chosen, setChosen] = useState<'all' | MessageState>('all');
  const [page, setPage] = useState(1);
  const columns = useColumns();
  const state = chosen === 'all' ? undefined : [chosen];
  const list = useApi<typeof contract.listMessages>(
    'GET /messages',
    { query: { dispatch: id, state, page, perPage: PER_PAGE } },
    { refetchInterval: READ_EVERY_MS },
  );
  const choose = (value: 'all' | MessageState) => {
    setChosen(value);
    setPage(1);
  };
  return (
    <Section
      title={t('dispatches.recipients')}
      flush
      actions={<ListLink {...messagesOf(id)}>{t('dispatches.allRecipients')}</ListLink>}
    >
      <Box px="md" pb="xs" style={{ overflowX: 'auto' }}>
        <SegmentedControl
          size="xs"
          aria-label={t('dispatches.column.status')}
          value={chosen}
          onChange={choose}
          data={CHOICES.map((value) => ({
            value,
            label: value === 'all' ? t('dispatches.anyState') : t(`dispatches.state.${value}`),
          }))}
        />
      </Box>
      <RecordTable<Row>
        label={t('dispatches.recipients')}
        columns={columns}
        rows={list.data?.items}
        rowKey={({ messageUuid }) => messageUuid}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title={t('dispatches.noMessages')} />}
      />
      {list.data !== undefined && list.data.total > 0 && (
        <Pager page={page} perPage={PER_PAGE} total={list.data.total} onPage={setPage} />
      )}
    </Section>
  );
});

function useColumns(): readonly Column<Row>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        key: 'destination',
        head: t('dispatches.column.destination'),
        cell: ({ messageUuid, destination }) => (
          <ListLink to={`/messages/${messageUuid}`}>
            {destination === '' ? '—' : <PhoneNumber digits={destination} />}
          </ListLink>
        ),
      },
      {
        key: 'status',
        head: t('dispatches.column.status'),
        cell: ({ state, errorCode }) =>
          state === null ? null : (
            <>
              <StatusBadge tone={TONES[state]} label={t(`dispatches.state.${state}`)} />{' '}
              {errorCode !== null && (
                <Text span size="xs">
                  <ListLink to={`/errors/message/${errorCode}`}>{errorCode}</ListLink>
                </Text>
              )}
            </>
          ),
      },
      {
        key: 'operator',
        head: t('dispatches.column.operator'),
        wideOnly: true,
        cell: ({ operator }) => operatorName(t, operator),
      },
      { key: 'sender', head: t('dispatches.column.sender'), wideOnly: true, cell: ({ senderName }) => senderName },
      {
        key: 'sent',
        head: t('dispatches.column.sent'),
        align: 'right',
        wideOnly: true,
        cell: ({ sentAt }) => <When at={sentAt} as="log" />,
      },
      {
        key: 'final',
        head: t('dispatches.column.ended'),
        align: 'right',
        cell: ({ finalAt }) => <When at={finalAt} as="log" />,
      },
    ],
    [t],
  );
}
