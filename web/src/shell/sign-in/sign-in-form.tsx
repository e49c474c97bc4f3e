import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import type * as contract from '@volley/contract/console/session.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../api/call.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { useText } from '../../kit/text.tsx';

export type Entered = ReplyOf<typeof contract.signIn>;

type Props = {
  readonly onEntered: (session: Entered) => void | Promise<void>;
  /** The previously signed-in login. */
  readonly login?: string;
  readonly failure?: unknown;
};

export function SignInForm({ onEntered, login: known = '', failure }: Props) {
  const t = useText();
  const [login, setLogin] = useState(known);
  const [password, setPassword] = useState('');
  const { submit, isBusy, error } = useSubmit({ failure });
  const enter = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    await submit(async () =>
      onEntered(await callApi<typeof contract.signIn>('POST /session', { body: { login, password } })),
    );
  };
  return (
    <form onSubmit={(event) => void enter(event)}>
      <Stack>
        <TextInput
          name="login"
          value={login}
          onChange={({ currentTarget }) => setLogin(currentTarget.value)}
          label={t('shell.signIn.login')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus={known === '' || undefined}
          required
        />
        <PasswordInput
          name="password"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          label={t('shell.signIn.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('shell.signIn.show') }}
          data-autofocus={known !== '' || undefined}
          required
        />
        {error !== undefined && <ErrorPanel error={error} />}
        <Button type="submit" size="md" loading={isBusy}>
          {t('shell.signIn.enter')}
        </Button>
      </Stack>
    </form>
  );
}
