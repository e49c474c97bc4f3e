import { Box, Stack, Text } from '@mantine/core';
import { Money } from '../../kit/amounts.tsx';
import { BudgetBar } from '../../kit/chart/budget-bar.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { csvText, saveFile } from '../../kit/table/csv.ts';
import { ListLink } from '../../kit/table/list-link.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';
import type { Ask, Billing } from './billing-shown.ts';
import { SaveButton } from './save-button.tsx';

type Row = Billing['items'][number];

type Props = {
  readonly billing: { readonly data: Billing | undefined; readonly error: unknown; readonly refetch: () => unknown };
  readonly page: number;
  readonly onAsk: Ask;
};

export function BillingCompanies({ billing: { data, error, refetch }, page, onAsk }: Props) {
  const t = useText();
  return (
    <Section title={t('billing.companies')} flush actions={data && <Save rows={data.items} month={data.month} />}>
      <RecordTable<Row>
        label={t('billing.companies')}
        columns={useColumns()}
        rows={data?.items}
        rowKey={({ companyId }) => companyId}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('billing.empty.title')} text={t('billing.empty.text')} />}
      />
      {data !== undefined && data.total > 0 && (
        <Pager page={page} perPage={data.perPage} total={data.total} onPage={(to) => onAsk({ page: to })} />
      )}
    </Section>
  );
}

function Save({ rows, month }: { readonly rows: readonly Row[]; readonly month: string }) {
  const t = useText();
  const save = () => {
    const head = ['company', 'spent', 'reserved', 'budget', 'left', 'forecast', 'fees', 'wallets'] as const;
    const lines = rows.map(({ name, spending, forecast, fees, wallets }) => [
      name,
      spending.spent.value,
      spending.reserved.value,
      spending.budget?.value ?? '',
      spending.left?.value ?? '',
      forecast?.amount.value ?? '',
      fees.value,
      wallets.map(({ balance }) => `${balance.value} ${balance.currency}`).join(', '),
    ]);
    const named = head.map((key) => t(key === 'wallets' ? 'billing.balance' : `billing.${key}`));
    saveFile(`billing-${month}.csv`, 'text/csv;charset=utf-8', [csvText(language(), [named, ...lines])]);
  };
  return <SaveButton onSave={save} />;
}

function useColumns(): readonly Column<Row>[] {
  const t = useText();
  const { date } = useFormat();
  return [
    {
      key: 'company',
      head: t('billing.company'),
      cell: ({ companyId, name, spending: { spent, reserved, budget } }) => (
        <Stack gap={6}>
          <ListLink to={`/companies/${companyId}`}>{name}</ListLink>
          <Box hiddenFrom="sm" miw={180}>
            <BudgetBar spent={spent} reserved={reserved} limit={budget} />
          </Box>
        </Stack>
      ),
    },
    {
      key: 'budget',
      head: t('billing.budget'),
      width: '34%',
      wideOnly: true,
      cell: ({ spending: { spent, reserved, budget } }) => (
        <BudgetBar spent={spent} reserved={reserved} limit={budget} />
      ),
    },
    {
      key: 'left',
      head: t('billing.left'),
      align: 'right',
      cell: ({ spending: { left } }) => (left === null ? t('billing.left.unlimited') : <Money amount={left} />),
    },
    {
      key: 'forecast',
      head: t('billing.forecast'),
      align: 'right',
      cell: ({ forecast }) => (
        <Stack gap={0} align="flex-end">
          <Money amount={forecast?.amount} />
          {forecast !== null && forecast.exhaustedAt !== null && (
            <Text size="xs" c="var(--tone-bad-text)">
              ▲ {t('billing.exhausted', { when: date(forecast.exhaustedAt) })}
            </Text>
          )}
        </Stack>
      ),
    },
    { key: 'fees', head: t('billing.fees'), align: 'right', cell: ({ fees }) => <Money amount={fees} /> },
    {
      key: 'wallet',
      head: t('billing.wallet'),
      align: 'right',
      cell: ({ wallets }) =>
        wallets.length === 0
          ? '—'
          : wallets.map(({ balance }) => (
              <div key={balance.currency}>
                <Money amount={balance} />
              </div>
            )),
    },
  ];
}
