import { memo } from 'react';
import { useFormat } from '../format.ts';
import { type ListAddress, ListLink } from '../table/list-link.tsx';
import classes from './segmented-bar.module.css';

/** Solid, hatched and pale: the parts are distinct without color. */
export type Look = 'delivered' | 'withOperator' | 'failed' | 'queued';

export type Segment = {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly look: Look;
  /** The list behind the number. */
  readonly link?: ListAddress;
};

type Props = {
  readonly label: string;
  readonly segments: readonly Segment[];
  /** Only the bar, without numbers. */
  readonly slim?: boolean;
};

export const SegmentedBar = memo(function SegmentedBar({ label, segments, slim = false }: Props) {
  const { number, percent } = useFormat();
  const total = segments.reduce((sum, { value }) => sum + value, 0);
  const said = segments.map(({ label: name, value }) => `${name}: ${number(value)}`).join(', ');
  return (
    <div>
      <div className={classes['bar']} data-slim={slim} role="img" aria-label={`${label}. ${said}`}>
        {segments.map(({ key, value, look }) =>
          value === 0 ? null : (
            <div key={key} className={classes['part']} data-look={look} style={{ flexGrow: value }} />
          ),
        )}
      </div>
      {!slim && (
        <ul className={classes['legend']}>
          {segments.map(({ key, label: name, value, look, link }) => (
            <li key={key}>
              <span className={classes['swatch']} data-look={look} aria-hidden="true" />
              <span>{name}</span>
              {link === undefined ? (
                <b>{number(value)}</b>
              ) : (
                <ListLink {...link} count={key}>
                  <b>{number(value)}</b>
                </ListLink>
              )}
              <span className={classes['share']}>{percent(total === 0 ? 0 : value / total)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});
