import { Text } from '@mantine/core';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import type { SenderDetail } from './sender-detail.ts';
import { SENDER_TONES } from './sender-tone.ts';

type Move = SenderDetail['history'][number] & {
  readonly key: string;
  readonly before: SenderDetail['history'][number] | undefined;
};

export function SenderHistory({ sender: { history } }: { readonly sender: SenderDetail }) {
  const t = useText();
  const moves = history.map((move, at) => ({ ...move, key: `${history.length - at}`, before: history[at + 1] }));
  const columns: readonly Column<Move>[] = [
    { key: 'at', head: t('kit.time'), width: '40%', cell: ({ at }) => <When at={at} as="log" /> },
    {
      key: 'status',
      head: t('senders.status'),
      cell: (move) => (
        <>
          <MoveBadge move={move} />
          {move.comment !== null && <Text size="xs">«{move.comment}»</Text>}
        </>
      ),
    },
  ];
  return (
    <Section title={t('senders.page.history')} flush>
      <RecordTable<Move>
        label={t('senders.page.history')}
        columns={columns}
        rows={moves}
        rowKey={({ key }) => key}
        empty={
          <Text size="sm" c="dimmed" px="md" pb="md">
            {t('senders.page.history.empty')}
          </Text>
        }
      />
    </Section>
  );
}

/** The changed value: the suspension, otherwise the status. */
function MoveBadge({ move: { status, suspended, before } }: { readonly move: Move }) {
  const t = useText();
  if (suspended && before?.suspended !== true) return <StatusBadge tone="warn" label={t('senders.suspended')} />;
  if (!suspended && before?.suspended === true)
    return <StatusBadge tone="info" label={t('senders.page.history.resumed')} />;
  return <StatusBadge tone={SENDER_TONES[status]} label={t(`senders.status.${status}`)} />;
}
