import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { dialogs } from './dialogs.tsx';

export type Confirmation = {
  /** Names the object: “Stop dispatch “Sale”?” */
  readonly title: string;
  /** Effects of the action, and what stays unchanged. */
  readonly effect: ReactNode;
  readonly confirm: string;
  readonly cancel: string;
  readonly danger?: boolean;
};

/** Resolves to whether the person confirmed. */
export async function confirmAction({
  title,
  effect,
  confirm,
  cancel,
  danger = false,
}: Confirmation): Promise<boolean> {
  const { openConfirmModal } = await dialogs();
  return new Promise((resolve) => {
    openConfirmModal({
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
