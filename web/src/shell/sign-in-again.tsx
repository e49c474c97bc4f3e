// A session that ends while somebody works does not take the page away: a dialog asks for the password, and what was
// typed behind it is still there.
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { setCsrfToken, whenSignedOut } from '../api/call.ts';
import { useSession } from '../api/session.ts';
import { useText } from '../kit/text.tsx';
import { type Entered, SignInForm } from './sign-in-form.tsx';

export function SignInAgain() {
  const t = useText();
  const { login } = useSession();
  const client = useQueryClient();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    whenSignedOut(() => setOver(true));
    return () => whenSignedOut(() => undefined);
  }, []);
  const entered = async (session: Entered) => {
    // Somebody else sees other things: nothing of the page before may stay.
    if (session.login !== login) return window.location.assign('/console/');
    setCsrfToken(session.csrfToken);
    client.setQueryData(['session'], session);
    setOver(false);
    await client.invalidateQueries();
  };
  return (
    <Modal
      opened={isOver}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('shell.again.title')}
      zIndex={1000}
    >
      <Stack>
        <Text size="sm">{t('shell.again.text')}</Text>
        <SignInForm login={login} onEntered={entered} />
        <Button variant="subtle" onClick={() => window.location.assign('/console/sign-in')}>
          {t('shell.again.leave')}
        </Button>
      </Stack>
    </Modal>
  );
}
