import { Group } from '@mantine/core';
import { memo, useMemo } from 'react';
import { SegmentedBar } from '../../kit/chart/segmented-bar.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { operatorName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { type Breakdown, messagesOf, segmentsOf } from './dispatch-shapes.ts';

type Row = Breakdown['byOperator'][number];
type Props = { readonly id: number; readonly breakdown: Breakdown | undefined };

const COUNTS = ['delivered', 'failed', 'withOperator', 'queued'] as const;
/** The value of the message filter for other operators. */
const addressOf = ({ operator }: Row) => operator ?? 'OTHER';

export const Operators = memo(function Operators({ id, breakdown }: Props) {
  const t = useText();
  const columns = useColumns(id);
  return (
    <Section
      title={t('dispatches.byOperator')}
      flush
      actions={breakdown === undefined ? undefined : <Reach id={id} breakdown={breakdown} />}
    >
      <RecordTable<Row>
        label={t('dispatches.byOperator')}
        columns={columns}
        rows={breakdown?.byOperator}
        rowKey={addressOf}
        skeletonRows={4}
        empty={<EmptyState title={t('dispatches.noMessages')} />}
      />
    </Section>
  );
});

/** Of the delivered messages: how many were read, and how many had a clicked link. */
function Reach({ id, breakdown: { read, clicked } }: { readonly id: number; readonly breakdown: Breakdown }) {
  const t = useText();
  const { number } = useFormat();
  return (
    <Group gap="md" fz="sm">
      {read > 0 && (
        <ListLink {...messagesOf(id, { read: true })} count="read">
          {t('dispatches.read', { number: number(read) })}
        </ListLink>
      )}
      {clicked > 0 && (
        <ListLink {...messagesOf(id, { clicked: true })} count="clicked">
          {t('dispatches.clicked', { number: number(clicked) })}
        </ListLink>
      )}
    </Group>
  );
}

function useColumns(id: number): readonly Column<Row>[] {
  const t = useText();
  const { number, percent } = useFormat();
  return useMemo(() => {
    const name = (row: Row) => operatorName(t, row.operator);
    const count = (key: 'accepted' | (typeof COUNTS)[number], head: string, wideOnly: boolean): Column<Row> => ({
      key,
      head,
      align: 'right',
      wideOnly,
      cell: (row) => (
        <ListLink
          {...messagesOf(id, { operator: addressOf(row), ...(key !== 'accepted' && { state: key }) })}
          count={`${addressOf(row)} ${key}`}
        >
          {number(row[key])}
        </ListLink>
      ),
    });
    return [
      { key: 'operator', head: t('dispatches.column.operator'), cell: (row) => <b>{name(row)}</b> },
      {
        key: 'bar',
        head: t('dispatches.column.progress'),
        width: '22%',
        cell: (row) => <SegmentedBar slim label={name(row)} segments={segmentsOf(t, id, row)} />,
      },
      {
        key: 'share',
        head: t('dispatches.column.deliveredShare'),
        align: 'right',
        cell: (row) => {
          const final = row.delivered + row.failed;
          return final === 0 ? '—' : percent(row.delivered / final);
        },
      },
      count('accepted', t('dispatches.column.accepted'), false),
      ...COUNTS.map((state) => count(state, t(`dispatches.state.${state}`), true)),
    ];
  }, [id, t, number, percent]);
}
