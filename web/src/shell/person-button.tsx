import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useSession } from '../api/session.ts';
import { useText } from '../kit/text.tsx';
import { PersonSign } from './icons.tsx';

/** Who is signed in, as a button; the menu behind it lends it its properties. */
export function PersonButton(props: ActionIconProps & ComponentPropsWithRef<'button'>) {
  const t = useText();
  const { name } = useSession();
  return (
    <ActionIcon variant="default" size={36} radius="xl" aria-label={t('shell.user.menu', { name })} {...props}>
      <PersonSign />
    </ActionIcon>
  );
}
