import { Text } from '@mantine/core';
import { brandOfId } from '@volley/domain/numbers/brand.ts';
import { Money } from '../../../kit/amounts.tsx';
import { useFormat } from '../../../kit/format.ts';
import { operatorName } from '../../../kit/operator-name.ts';
import { type Column, RecordTable } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import type { Price } from '../estimate-file.ts';

type Row = Price['rows'][number];

/** Per operator: messages × parts × price, with the tariff row. */
export function CostTable({ price }: { readonly price: Price }) {
  const t = useText();
  const { number } = useFormat();
  const money = (value: number) => <Money amount={{ value, currency: price.total.currency }} />;
  const rows = price.rows.toSorted(
    (one, other) => (one.brandId || 9) - (other.brandId || 9) || one.partsEach - other.partsEach,
  );
  const columns: Column<Row>[] = [
    { key: 'operator', head: t('newDispatch.cost.operator'), cell: ({ brandId }) => <Operator brandId={brandId} /> },
    { key: 'messages', head: t('newDispatch.cost.messages'), cell: ({ messages }) => number(messages), align: 'right' },
    { key: 'parts', head: t('newDispatch.cost.parts'), cell: ({ partsEach }) => `× ${partsEach}`, align: 'right' },
    { key: 'price', head: t('newDispatch.cost.price'), cell: (row) => <>× {money(row.price)}</>, align: 'right' },
    { key: 'amount', head: t('newDispatch.cost.amount'), cell: ({ amount }) => money(amount), align: 'right' },
    {
      key: 'tariff',
      head: t('newDispatch.cost.tariff'),
      cell: (row) => <TariffWords row={row} currency={price.total.currency} />,
    },
  ];
  return (
    <RecordTable
      label={t('newDispatch.cost')}
      columns={columns}
      rows={rows}
      rowKey={({ brandId, partsEach, senderId, trafficType, tariffId, month }) =>
        `${brandId} ${partsEach} ${senderId} ${trafficType} ${tariffId} ${month}`
      }
      empty={
        <Text p="md" c="dimmed">
          {t('newDispatch.cost.nobody')}
        </Text>
      }
    />
  );
}

export function Operator({ brandId }: { readonly brandId: number }) {
  const t = useText();
  return <>{operatorName(t, brandOfId(brandId) ?? null)}</>;
}

function TariffWords({ row, currency }: { readonly row: Row; readonly currency: string }) {
  const t = useText();
  const { number, money } = useFormat();
  const { pricingModel, senderType, trafficType, volume, step, nextStep } = row;
  return (
    <div style={{ minWidth: 220 }}>
      <Text size="sm">
        {t(`kit.plan.${senderType}`)} · {t(`kit.traffic.${trafficType}`)}
      </Text>
      <Text size="xs" c="dimmed">
        {pricingModel === 'FIXED'
          ? t('newDispatch.tariff.fixed')
          : t(pricingModel === 'SCALED' ? 'newDispatch.tariff.scaled' : 'newDispatch.tariff.mau', {
              volume: number(volume),
              from: number(step.from),
            })}
        {nextStep !== null &&
          ` · ${t('newDispatch.tariff.next', { from: number(nextStep.from), price: money({ value: nextStep.price, currency }) })}`}
      </Text>
    </div>
  );
}
