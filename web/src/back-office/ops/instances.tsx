import { EmptyState } from '../../kit/empty-state.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import type { Now } from './points.ts';

export function Instances({ instances }: { readonly instances: Now['instances'] }) {
  const t = useText();
  return (
    <Section title={t('backOffice.ops.instances')} flush>
      <RecordTable
        label={t('backOffice.ops.instances')}
        rows={instances}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('backOffice.ops.noInstances')} />}
        columns={[
          { key: 'id', head: t('backOffice.ops.instance'), cell: ({ id }) => id.slice(-8) },
          { key: 'roles', head: t('backOffice.staff.roles'), cell: ({ roles }) => roles.join(', ') },
          {
            key: 'alive',
            head: t('backOffice.column.status'),
            cell: ({ isAlive }) => (
              <StatusBadge
                tone={isAlive ? 'good' : 'neutral'}
                label={t(isAlive ? 'backOffice.ops.alive' : 'backOffice.ops.gone')}
              />
            ),
          },
          {
            key: 'since',
            head: t('backOffice.ops.since'),
            cell: ({ startedAt }) => <When at={startedAt} />,
            wideOnly: true,
          },
        ]}
      />
    </Section>
  );
}
