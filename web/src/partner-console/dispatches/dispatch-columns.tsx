import { Box, Stack, Text, VisuallyHidden } from '@mantine/core';
import { memo, useMemo } from 'react';
import { useRight } from '../../api/session.ts';
import { Money, Num } from '../../kit/amounts.tsx';
import { SegmentedBar } from '../../kit/chart/segmented-bar.tsx';
import { useFormat } from '../../kit/format.ts';
import { channelName } from '../../kit/operator-name.ts';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import type { Column } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { type DispatchRow, messagesOf, STATUS_TONES, segmentsOf } from './dispatch-shapes.ts';

export function useDispatchColumns(): readonly Column<DispatchRow>[] {
  const t = useText();
  const mayWrite = useRight('dispatches.write');
  const seesMoney = useRight('money.read');
  return useMemo(() => {
    const columns: (Column<DispatchRow> | false)[] = [
      { key: 'name', head: t('dispatches.column.name'), width: '24%', cell: (row) => <NameCell row={row} /> },
      {
        key: 'status',
        head: t('dispatches.column.status'),
        wideOnly: true,
        cell: ({ status }) => <StatusBadge tone={STATUS_TONES[status]} label={t(`dispatches.status.${status}`)} />,
      },
      {
        key: 'progress',
        head: t('dispatches.column.progress'),
        width: '18%',
        cell: (row) => <ProgressCell row={row} />,
      },
      count('accepted', t('dispatches.column.accepted'), (row) => [row.counts.accepted, messagesOf(row.id)]),
      count('delivered', t('dispatches.state.delivered'), (row) => [
        row.counts.delivered,
        messagesOf(row.id, { state: 'delivered' }),
      ]),
      count('failed', t('dispatches.state.failed'), (row) => [
        row.counts.failed,
        messagesOf(row.id, { state: 'failed' }),
      ]),
      seesMoney && {
        key: 'cost',
        head: t('dispatches.column.cost'),
        align: 'right',
        wideOnly: true,
        cell: (row) => <CostCell row={row} />,
      },
      {
        key: 'created',
        head: t('dispatches.column.created'),
        align: 'right',
        wideOnly: true,
        cell: ({ createdAt }) => <When at={createdAt} />,
      },
      mayWrite && {
        key: 'actions',
        head: t('dispatches.column.actions'),
        wideOnly: true,
        align: 'right',
        cell: ({ id, name }) => (
          <Box pos="relative">
            <ListLink to="/dispatches/new" search={{ from: id }}>
              {t('dispatches.clone')}
              <VisuallyHidden> {name}</VisuallyHidden>
            </ListLink>
          </Box>
        ),
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, mayWrite, seesMoney]);
}

function count(
  key: string,
  head: string,
  of: (row: DispatchRow) => [value: number, list: ReturnType<typeof messagesOf>],
): Column<DispatchRow> {
  return {
    key,
    head,
    align: 'right',
    wideOnly: true,
    cell: (row) => {
      const [value, list] = of(row);
      return (
        <ListLink {...list} count={key}>
          <Num value={value} />
        </ListLink>
      );
    },
  };
}

const NameCell = memo(function NameCell({ row }: { readonly row: DispatchRow }) {
  const t = useText();
  return (
    <Stack gap={0}>
      <Text fw={550} lineClamp={2} miw={140} component="span">
        <ListLink to={`/dispatches/${row.id}`}>{row.name}</ListLink>
      </Text>
      <Text size="xs" c="dimmed">
        {row.company.name} · {channelName(t, row.channelType)}
      </Text>
      <Box hiddenFrom="sm" pt={2}>
        <StatusBadge tone={STATUS_TONES[row.status]} label={t(`dispatches.status.${row.status}`)} />
      </Box>
    </Stack>
  );
});

const ProgressCell = memo(function ProgressCell({ row }: { readonly row: DispatchRow }) {
  const t = useText();
  const { percent } = useFormat();
  const { accepted, delivered, failed } = row.counts;
  const segments = useMemo(() => segmentsOf(t, row.id, row.counts), [t, row.id, row.counts]);
  if (row.status === 'CREATED')
    return (
      <Text size="xs" c="dimmed">
        {t('dispatches.notStarted')}
      </Text>
    );
  const done = accepted === 0 ? 1 : (delivered + failed) / accepted;
  return (
    <Stack gap={3}>
      <SegmentedBar slim label={t('dispatches.progressOf', { name: row.name })} segments={segments} />
      <Text size="xs" c="dimmed">
        {done < 1
          ? t('dispatches.done', { share: percent(done) })
          : t('dispatches.deliveredShare', { share: percent(accepted === 0 ? 0 : delivered / accepted) })}
      </Text>
    </Stack>
  );
});

function CostCell({ row: { spend, status } }: { readonly row: DispatchRow }) {
  const t = useText();
  const { money } = useFormat();
  if (spend === null) return null;
  return (
    <Stack gap={0} align="flex-end">
      <Money amount={status === 'CREATED' ? spend.estimate : spend.spent} />
      {status === 'CREATED' ? (
        <Text size="xs" c="dimmed">
          {t('dispatches.estimate')}
        </Text>
      ) : (
        spend.reserved.value > 0 && (
          <Text size="xs" c="dimmed">
            {t('dispatches.reservedStill', { amount: money(spend.reserved) })}
          </Text>
        )
      )}
    </Stack>
  );
}
