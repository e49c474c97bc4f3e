import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

export type Confirmation = {
  /** Names the object: «Stop dispatch “Sale”?» */
  readonly title: string;
  /** What will happen, and what will not. */
  readonly effect: ReactNode;
  readonly confirm: string;
  readonly cancel: string;
  readonly danger?: boolean;
};

/** Whether the person really wants it. */
export function confirmAction({ title, effect, confirm, cancel, danger = false }: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: typeof effect === 'string' ? <Text size="sm">{effect}</Text> : effect,
      labels: { confirm, cancel },
      confirmProps: danger ? { color: 'red.8' } : {},
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    });
  });
}
