import type { Tone } from '../shell/theme.ts';
import classes from './status-badge.module.css';

const MARKS: Readonly<Record<Tone, string>> = { good: '●', info: '◐', warn: '▲', bad: '✕', neutral: '○' };

/** A status with its own mark, readable without color. */
export function StatusBadge({ tone, label }: { readonly tone: Tone; readonly label: string }) {
  return (
    <span className={classes['badge']} data-tone={tone}>
      <span aria-hidden="true" className={classes['mark']}>
        {MARKS[tone]}
      </span>
      {label}
    </span>
  );
}
