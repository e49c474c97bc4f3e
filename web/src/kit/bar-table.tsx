import { Table } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { Tone } from '../shell/theme.ts';
import classes from './bar-table.module.css';
import { useFormat } from './format.ts';
import { type ListAddress, ListLink } from './list-link.tsx';

export type TableBar = {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: number;
  readonly tone?: Tone;
  readonly note?: ReactNode;
  readonly link?: ListAddress;
};

/** A bar chart that is a table: readable, selectable, printable. */
export const BarTable = memo(function BarTable({
  label,
  heads,
  bars,
}: {
  readonly label: string;
  readonly heads: readonly [what: string, count: string, note?: string];
  readonly bars: readonly TableBar[];
}) {
  const { number } = useFormat();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <Table aria-label={label} className={classes['bars'] ?? ''} horizontalSpacing={8}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{heads[0]}</Table.Th>
          <Table.Th ta="right">{heads[1]}</Table.Th>
          {heads[2] !== undefined && <Table.Th ta="right">{heads[2]}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bars.map(({ key, label: name, value, tone = 'info', note, link }) => (
          <Table.Tr key={key}>
            <Table.Td className={classes['what']}>
              <div>{name}</div>
              <div className={classes['track']} aria-hidden="true">
                <div className={classes['fill']} data-tone={tone} style={{ width: `${(value / most) * 100}%` }} />
              </div>
            </Table.Td>
            <Table.Td ta="right">
              {link === undefined ? (
                number(value)
              ) : (
                <ListLink {...link} count={key}>
                  {number(value)}
                </ListLink>
              )}
            </Table.Td>
            {heads[2] !== undefined && <Table.Td ta="right">{note}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
});
