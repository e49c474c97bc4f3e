import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Why there is nothing, and the one thing to do next. */
export function EmptyState({
  title,
  text,
  action,
}: {
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
}) {
  return (
    <Stack align="center" gap={6} py="xl" px="md" ta="center">
      <Text fw={600}>{title}</Text>
      {text !== undefined && (
        <Text c="dimmed" size="sm" maw={460}>
          {text}
        </Text>
      )}
      {action}
    </Stack>
  );
}
