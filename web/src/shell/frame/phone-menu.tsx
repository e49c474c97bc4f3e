import { Box, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../kit/text.tsx';

type Props = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly chooser?: ReactNode;
  readonly children: ReactNode;
};

/** The navigation of narrow screens. */
export function PhoneMenu({ opened, onClose, chooser, children }: Props) {
  const t = useText();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      hiddenFrom="sm"
      size={300}
      title={t('shell.menu')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Box mb="sm">{chooser}</Box>
      <nav aria-label={t('shell.navigation')}>{children}</nav>
    </Drawer>
  );
}
