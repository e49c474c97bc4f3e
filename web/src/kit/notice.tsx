import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tone } from '../shell/theme.ts';
import classes from './notice.module.css';

type Props = {
  readonly tone: Tone;
  readonly title: string;
  readonly role?: 'alert' | 'status' | 'note';
  readonly children?: ReactNode;
};

/** Something to know before going on, readable in both schemes; what stops the way is announced. */
export function Notice({ tone, title, role = tone === 'bad' ? 'alert' : 'note', children }: Props) {
  return (
    <div className={classes['notice']} data-tone={tone} role={role}>
      <Text size="sm" fw={600} className={classes['title'] ?? ''}>
        {title}
      </Text>
      {children !== undefined && <div>{children}</div>}
    </div>
  );
}
