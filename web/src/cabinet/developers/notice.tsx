import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tone } from '../../shell/theme.ts';

type Props = {
  readonly tone: Tone;
  readonly title: string;
  readonly role?: 'alert' | 'status';
  readonly children?: ReactNode;
};

/** Something to know before going on; its words are readable on its ground in both themes. */
export function Notice({ tone, title, role, children }: Props) {
  return (
    <Paper p="md" radius="md" bg={`var(--tone-${tone}-soft)`} role={role}>
      <Text fw={600} c={`var(--tone-${tone}-text)`}>
        {title}
      </Text>
      {children !== undefined && (
        <Text size="sm" component="div" mt={4}>
          {children}
        </Text>
      )}
    </Paper>
  );
}
