import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A quiet sentence beside something that is not obvious. */
export function Hint({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" maw={720}>
      {children}
    </Text>
  );
}
