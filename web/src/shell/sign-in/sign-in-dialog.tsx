import { Button, Modal, Stack, Text } from '@mantine/core';
import { useText } from '../../kit/text.tsx';
import { type Entered, SignInForm } from './sign-in-form.tsx';

type Props = { readonly login: string; readonly onEntered: (session: Entered) => Promise<void> | void };

export function SignInDialog({ login, onEntered }: Props) {
  const t = useText();
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('shell.again.title')}
      zIndex={1000}
    >
      <Stack>
        <Text size="sm">{t('shell.again.text')}</Text>
        <SignInForm login={login} onEntered={onEntered} />
        <Button variant="subtle" onClick={() => window.location.assign('/console/sign-in')}>
          {t('shell.again.leave')}
        </Button>
      </Stack>
    </Modal>
  );
}
