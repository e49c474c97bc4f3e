import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** As many columns as fit 999 999 999,99 ₽. */
export function Figures({ children }: { readonly children: ReactNode }) {
  const gridTemplateColumns = 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))';
  return <div style={{ display: 'grid', gap: 16, gridTemplateColumns }}>{children}</div>;
}

/** An amount under its name; it shrinks before it overflows. */
export function Figure({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text
        component="div"
        fw={640}
        fz="clamp(0.8rem, 3.9vw, 1.05rem)"
        style={{ fontVariantNumeric: 'tabular-nums', letterSpacing: '-0.01em' }}
      >
        {value}
      </Text>
    </div>
  );
}
