import { Text } from '@mantine/core';
import { type Amount, useFormat } from '../format.ts';
import { useText } from '../text.tsx';
import classes from './budget-bar.module.css';

type Props = {
  readonly spent: Amount;
  readonly reserved: Amount;
  /** Absent: no limit. */
  readonly limit: Amount | null;
  readonly slim?: boolean;
};

/** Spent solid, reserved hatched, the rest empty. Without a limit only the words. */
export function BudgetBar({ spent, reserved, limit, slim = false }: Props) {
  const t = useText();
  const { money } = useFormat();
  const left = limit === null ? undefined : { ...limit, value: limit.value - spent.value - reserved.value };
  const said =
    limit === null || left === undefined
      ? t('kit.budget.unlimited', { spent: money(spent), reserved: money(reserved) })
      : t('kit.budget.said', {
          spent: money(spent),
          reserved: money(reserved),
          limit: money(limit),
          left: money(left),
        });
  const share = (value: number) =>
    `${limit === null || limit.value === 0 ? 0 : Math.min(100, (value / limit.value) * 100)}%`;
  return (
    <div className={classes['budget']}>
      {limit !== null && (
        <div className={classes['track']} role="img" aria-label={said}>
          <div className={classes['spent']} style={{ width: share(spent.value) }} />
          <div className={classes['reserved']} style={{ width: share(reserved.value) }} />
        </div>
      )}
      {(!slim || limit === null) && (
        <Text size="xs" c="dimmed">
          {said}
        </Text>
      )}
    </div>
  );
}
