import { Num } from '../../kit/amounts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import type { Now } from './points.ts';

type Lane = Now['lanes'][number];

/** Waiting time that counts as late, per lane. */
const LATE_SECONDS = { urgent: 5, normal: 60, bulk: 3_600 } as const;

export function Lanes({ lanes }: { readonly lanes: readonly Lane[] }) {
  const t = useText();
  const { duration } = useFormat();
  return (
    <Section title={t('backOffice.ops.queues')} flush>
      <RecordTable
        label={t('backOffice.ops.queues')}
        rows={lanes}
        rowKey={({ lane }) => lane}
        empty={null}
        columns={[
          { key: 'lane', head: t('backOffice.ops.class'), cell: ({ lane }) => t(`backOffice.lane.${lane}`) },
          {
            key: 'oldest',
            head: t('backOffice.ops.oldest'),
            cell: ({ lane, oldestSeconds }) =>
              oldestSeconds === null ? (
                '—'
              ) : (
                <StatusBadge
                  tone={oldestSeconds > LATE_SECONDS[lane] ? 'warn' : 'good'}
                  label={duration(oldestSeconds)}
                />
              ),
          },
          {
            key: 'lists',
            head: t('backOffice.ops.lists'),
            align: 'right',
            cell: ({ lists }) => <Num value={lists} />,
          },
          {
            key: 'queued',
            head: t('backOffice.ops.dealt'),
            align: 'right',
            cell: ({ queued }) => <Num value={queued} />,
          },
          {
            key: 'inFlight',
            head: t('backOffice.ops.inFlight'),
            align: 'right',
            cell: ({ inFlight }) => <Num value={inFlight} />,
          },
        ]}
      />
    </Section>
  );
}
