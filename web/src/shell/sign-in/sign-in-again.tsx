// A session that ends keeps its page: a dialog asks for the password, and typed input behind it stays.
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { setCsrfToken, whenSignedOut } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import type { Entered } from './sign-in-form.tsx';

const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog.tsx')).SignInDialog }));

export function SignInAgain() {
  const { login } = useSession();
  const client = useQueryClient();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    whenSignedOut(() => setOver(true));
    return () => whenSignedOut(() => undefined);
  }, []);
  const entered = async (session: Entered) => {
    // Another person signed in: reload, so that no data of the previous one stays.
    if (session.login !== login) return window.location.assign('/console/');
    setCsrfToken(session.csrfToken);
    client.setQueryData(['session'], session);
    setOver(false);
    await client.invalidateQueries();
  };
  return <Suspense>{isOver && <SignInDialog login={login} onEntered={entered} />}</Suspense>;
}
