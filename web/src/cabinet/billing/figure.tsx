import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A sum under its name; it shrinks before it leaves its place. */
export function Figure({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text
        component="div"
        fw={640}
        fz="clamp(0.8rem, 3.9vw, 1.15rem)"
        style={{ fontVariantNumeric: 'tabular-nums', letterSpacing: '-0.01em' }}
      >
        {value}
      </Text>
    </div>
  );
}
