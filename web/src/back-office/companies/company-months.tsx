import { Money } from '../../kit/amounts.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import type { Activity } from './company.ts';

export function CompanyMonths({ months }: { readonly months: Activity['months'] }) {
  const t = useText();
  const format = useFormat();
  return (
    <Section title={t('backOffice.company.months')} flush>
      <RecordTable
        label={t('backOffice.company.months')}
        rows={months}
        rowKey={({ month }) => month}
        empty={<EmptyState title={t('backOffice.company.noMonths')} />}
        columns={[
          { key: 'month', head: t('backOffice.column.month'), cell: ({ month }) => format.month(month) },
          {
            key: 'spent',
            head: t('backOffice.column.spent'),
            align: 'right',
            cell: ({ spent }) => <Money amount={spent} />,
          },
          {
            key: 'reserved',
            head: t('backOffice.column.reserved'),
            align: 'right',
            cell: ({ reserved }) => <Money amount={reserved} />,
          },
        ]}
      />
    </Section>
  );
}
