import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A dimmed explanation. */
export function Hint({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" maw={720}>
      {children}
    </Text>
  );
}
