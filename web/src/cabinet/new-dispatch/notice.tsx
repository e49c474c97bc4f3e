import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tone } from '../../shell/theme.ts';
import classes from './notice.module.css';

type Props = {
  readonly tone: Extract<Tone, 'bad' | 'warn' | 'info'>;
  readonly title: string;
  readonly children?: ReactNode;
};

/** Something to be read before going on; what stops the way is announced. */
export function Notice({ tone, title, children }: Props) {
  return (
    <div className={classes['notice']} data-tone={tone} role={tone === 'bad' ? 'alert' : 'note'}>
      <Text size="sm" fw={600} className={classes['title'] ?? ''}>
        {title}
      </Text>
      {children}
    </div>
  );
}
