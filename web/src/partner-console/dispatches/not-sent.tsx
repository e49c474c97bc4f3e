import { Skeleton } from '@mantine/core';
import { DUPLICATE_CODE } from '@volley/domain/sending/not-sent.ts';
import { memo, useMemo } from 'react';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { type Breakdown, messagesOf } from './dispatch-shapes.ts';

type Props = { readonly id: number; readonly notSent: Breakdown['notSent'] | undefined };
type Row = Breakdown['notSent'][number]['codes'][number] & { readonly reason: Breakdown['notSent'][number]['reason'] };

/** Recipients without a message and the reasons: rejected at upload, or canceled before the operator. */
export const NotSent = memo(function NotSent({ id, notSent }: Props) {
  const t = useText();
  const { number } = useFormat();
  const rows = useMemo(
    () => notSent?.flatMap(({ reason, codes }) => codes.map((code) => ({ ...code, reason }))),
    [notSent],
  );
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      {
        key: 'reason',
        head: t('dispatches.column.reason'),
        cell: ({ reason, errorCode }) => {
          const said = t(`dispatches.notSent.${reason}`);
          if (errorCode === DUPLICATE_CODE) return said;
          return <ListLink to={`/errors/message/${errorCode}`}>{`${said} · ${errorCode}`}</ListLink>;
        },
      },
      { key: 'refused', head: t('dispatches.column.refused'), align: 'right', cell: ({ refused }) => number(refused) },
      {
        key: 'failed',
        head: t('dispatches.column.cancelled'),
        align: 'right',
        cell: ({ failed, errorCode }) =>
          failed === 0 ? (
            number(failed)
          ) : (
            <ListLink {...messagesOf(id, { error: errorCode })}>{number(failed)}</ListLink>
          ),
      },
    ],
    [id, t, number],
  );
  return (
    <Section title={t('dispatches.notSent.title')} flush>
      {rows === undefined ? (
        <Skeleton height={120} />
      ) : (
        <RecordTable<Row>
          label={t('dispatches.notSent.title')}
          columns={columns}
          rows={rows}
          rowKey={({ errorCode }) => errorCode}
          empty={<EmptyState title={t('dispatches.notSent.nobody')} text={t('dispatches.notSent.nobodyText')} />}
        />
      )}
    </Section>
  );
});
