import { Fragment, type ReactNode } from 'react';
import classes from './facts.module.css';

/** Facts of an object: names on the left, values on the right. */
export function Facts({ items }: { readonly items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes['facts']}>
      {items.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
