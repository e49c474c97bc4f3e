import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useSession } from '../../api/session.ts';
import { useText } from '../../kit/text.tsx';
import { PersonSign } from '../icons.tsx';

/** The signed-in person as a button; the menu passes its props. */
export function PersonButton(props: ActionIconProps & ComponentPropsWithRef<'button'>) {
  const t = useText();
  const { name } = useSession();
  return (
    <ActionIcon variant="default" size={36} radius="xl" aria-label={t('shell.user.menu', { name })} {...props}>
      <PersonSign />
    </ActionIcon>
  );
}
