import { memo, type ReactNode } from 'react';
import type { Tone } from '../../shell/theme.ts';
import { useFormat } from '../format.ts';
import classes from './bar-table.module.css';
import { type ListAddress, ListLink } from './list-link.tsx';

export type TableBar = {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: number;
  readonly tone?: Tone;
  readonly note?: ReactNode;
  readonly link?: ListAddress;
};

/** A bar chart as a table: readable, selectable, printable. */
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
    <table aria-label={label} className={classes['bars']}>
      <thead>
        <tr>
          <th>{heads[0]}</th>
          <th className={classes['number']}>{heads[1]}</th>
          {heads[2] !== undefined && <th className={classes['number']}>{heads[2]}</th>}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, label: name, value, tone = 'info', note, link }) => (
          <tr key={key}>
            <td className={classes['what']}>
              <div>{name}</div>
              <div className={classes['track']} aria-hidden="true">
                <div className={classes['fill']} data-tone={tone} style={{ width: `${(value / most) * 100}%` }} />
              </div>
            </td>
            <td className={classes['number']}>
              {link === undefined ? (
                number(value)
              ) : (
                <ListLink {...link} count={key}>
                  {number(value)}
                </ListLink>
              )}
            </td>
            {heads[2] !== undefined && <td className={classes['number']}>{note}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
});
