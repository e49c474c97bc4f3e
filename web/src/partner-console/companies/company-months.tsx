import { Text } from '@mantine/core';
import { Money } from '../../kit/amounts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import type { Company } from './company-detail.ts';

type Month = Company['months'][number];

const lateColumn = (head: string): Column<Month> => ({
  key: 'late',
  head,
  align: 'right',
  cell: ({ late }) => <Money amount={late} />,
});

export function CompanyMonths({ company: { companyId: company, months } }: { readonly company: Company }) {
  const t = useText();
  const { month: nameOf } = useFormat();
  const columns: readonly Column<Month>[] = [
    {
      key: 'month',
      head: t('companies.months.month'),
      cell: ({ month }) => (
        <ListLink to="/billing" search={{ company, month }}>
          <span style={{ whiteSpace: 'nowrap' }}>{nameOf(month)}</span>
        </ListLink>
      ),
    },
    {
      key: 'spent',
      head: t('companies.spending.spent'),
      align: 'right',
      cell: ({ spent }) => <Money amount={spent} />,
    },
    {
      key: 'fees',
      head: t('companies.months.fees'),
      align: 'right',
      cell: ({ fees }) => <Money amount={fees} />,
    },
    ...(months.some(({ late }) => late.value !== 0) ? [lateColumn(t('companies.months.late'))] : []),
  ];
  return (
    <Section title={t('companies.months')} flush>
      <RecordTable<Month>
        label={t('companies.months')}
        columns={columns}
        rows={months}
        rowKey={({ month }) => month}
        empty={
          <Text size="sm" c="dimmed" px="md" pb="md">
            {t('companies.months.empty')}
          </Text>
        }
      />
    </Section>
  );
}
