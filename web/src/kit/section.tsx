import { Group, Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type Props = {
  readonly title: string;
  readonly actions?: ReactNode;
  /** Without the paddings, for a table that reaches the edges. */
  readonly flush?: boolean;
  readonly children: ReactNode;
};

export function Section({ title, actions, flush = false, children }: Props) {
  const id = useId();
  return (
    <Paper component="section" withBorder radius="md" aria-labelledby={id} bg="var(--surface)">
      <Group justify="space-between" px="md" pt="sm" pb={flush ? 'xs' : 4} gap="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        {actions}
      </Group>
      <div style={flush ? undefined : { padding: '0 var(--mantine-spacing-md) var(--mantine-spacing-md)' }}>
        {children}
      </div>
    </Paper>
  );
}
