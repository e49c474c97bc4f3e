import { Table } from '@mantine/core';
import { useFormat } from '../../kit/format.ts';
import { useText } from '../../kit/text.tsx';
import classes from './tariffs.module.css';
import type { Step } from './versions.ts';

type Props = {
  readonly steps: readonly Step[];
  readonly currency: string;
  readonly label: string;
  readonly isMau: boolean;
};

/** The steps as a table; the length of a bar is the price. */
export function StepTable({ steps, currency, label, isMau }: Props) {
  const t = useText();
  const { money, number } = useFormat();
  const most = Math.max(0.000001, ...steps.map(({ price }) => price));
  return (
    <Table aria-label={label} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('backOffice.tariffs.from')}</Table.Th>
          <Table.Th w="45%" aria-hidden="true" />
          <Table.Th ta="right">{t('backOffice.tariffs.price')}</Table.Th>
          {isMau && <Table.Th ta="right">{t('backOffice.tariffs.package')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {steps.map(({ from, price, priceMauBatch }) => (
          <Table.Tr key={from}>
            <Table.Td>{number(from)}</Table.Td>
            <Table.Td aria-hidden="true">
              <div className={classes['bar']} style={{ width: `${(price / most) * 100}%` }} />
            </Table.Td>
            <Table.Td ta="right">{money({ value: price, currency })}</Table.Td>
            {isMau && <Table.Td ta="right">{money({ value: priceMauBatch, currency })}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
