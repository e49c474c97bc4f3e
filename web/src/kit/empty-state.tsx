import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Why a list is empty, and one next action. */
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
