import { VisuallyHidden } from '@mantine/core';
import { useFormat } from '../../../kit/format.ts';
import { useText } from '../../../kit/text.tsx';
import classes from './health-strip.module.css';

type Hour = { readonly at: string; readonly taken: number; readonly failed: number };

/** The last 24 hours of a target: the more failures in an hour, the higher its mark. */
export function HealthStrip({ hours }: { readonly hours: readonly Hour[] }) {
  const t = useText();
  const { number, time } = useFormat();
  const sum = (member: 'taken' | 'failed') => hours.reduce((total, hour) => total + hour[member], 0);
  return (
    <div>
      <VisuallyHidden>
        {t('developers.targets.health.text', { taken: number(sum('taken')), failed: number(sum('failed')) })}
      </VisuallyHidden>
      <div className={classes['strip']} aria-hidden="true">
        {hours.map(({ at, taken, failed }) => (
          <span
            key={at}
            className={classes['hour']}
            data-health={healthOf(taken, failed)}
            title={`${time(at)}: ${number(taken)} / ${number(failed)}`}
          />
        ))}
      </div>
    </div>
  );
}

function healthOf(taken: number, failed: number): 'none' | 'taken' | 'mixed' | 'failed' {
  if (taken === 0 && failed === 0) return 'none';
  if (failed === 0) return 'taken';
  return taken === 0 ? 'failed' : 'mixed';
}
