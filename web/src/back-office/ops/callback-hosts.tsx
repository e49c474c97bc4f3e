import { Num } from '../../kit/amounts.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import type { Now } from './points.ts';

export function CallbackHosts({ hosts }: { readonly hosts: Now['callbacks'] }) {
  const t = useText();
  return (
    <Section title={t('backOffice.ops.callbacks')} flush>
      <RecordTable
        label={t('backOffice.ops.callbacks')}
        rows={hosts}
        rowKey={({ host }) => host}
        empty={<EmptyState title={t('backOffice.ops.noCallbacks')} text={t('backOffice.ops.noCallbacksHint')} />}
        columns={[
          { key: 'host', head: t('backOffice.ops.host'), cell: ({ host }) => host },
          {
            key: 'state',
            head: t('backOffice.column.status'),
            cell: ({ failingSince }) =>
              failingSince === null ? (
                <StatusBadge tone="good" label={t('backOffice.ops.answering')} />
              ) : (
                <>
                  <StatusBadge tone="bad" label={t('backOffice.ops.failing')} /> <When at={failingSince} />
                </>
              ),
          },
          {
            key: 'waiting',
            head: t('backOffice.ops.waiting'),
            align: 'right',
            cell: ({ waiting }) => <Num value={waiting} />,
          },
          { key: 'oldest', head: t('backOffice.ops.oldest'), cell: ({ oldest }) => <When at={oldest} /> },
          {
            key: 'givenUp',
            head: t('backOffice.ops.givenUp'),
            align: 'right',
            cell: ({ givenUp }) => <Num value={givenUp} />,
            wideOnly: true,
          },
        ]}
      />
    </Section>
  );
}
