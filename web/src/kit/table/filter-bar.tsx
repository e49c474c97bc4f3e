import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text.tsx';

/** The filters of a list; one button clears all of them. */
export function FilterBar({
  children,
  onClear,
  isFiltered,
}: {
  readonly children: ReactNode;
  readonly onClear: () => void;
  readonly isFiltered: boolean;
}) {
  const t = useText();
  return (
    <Group gap="xs" align="flex-end" role="search">
      {children}
      {isFiltered && (
        <Button variant="subtle" size="sm" onClick={onClear}>
          {t('kit.clearFilters')}
        </Button>
      )}
    </Group>
  );
}
