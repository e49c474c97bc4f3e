import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function Figures({ children }: { readonly children: ReactNode }) {
  const gridTemplateColumns = 'repeat(auto-fit, minmax(min(100%, 130px), 1fr))';
  return <div style={{ display: 'grid', gap: 16, gridTemplateColumns }}>{children}</div>;
}

/** A number under its name. */
export function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={640} fz="lg" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
    </div>
  );
}
