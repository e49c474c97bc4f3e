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

/** A notice in both color schemes; a blocking one is announced to screen readers. */
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
