import { Button, Container, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/session.ts';
import { type FormEvent, useState } from 'react';
import { callApi } from '../api/call.ts';
import { forgetSession } from '../api/session.ts';
import { ErrorPanel } from '../kit/error-panel.tsx';
import { useText } from '../kit/text.tsx';
import { Brand } from './brand.tsx';

export function SignIn() {
  const t = useText();
  const router = useRouter();
  const { next = '/' } = useSearch({ from: '/sign-in' });
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>();
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    try {
      await callApi<typeof contract.signIn>('POST /session', {
        body: { login, password },
      });
      await forgetSession();
      router.history.push(next);
    } catch (refusal) {
      setError(refusal);
    }
  };
  return (
    <Container size={420} py={80} component="main">
      <Stack gap="lg">
        <Brand />
        <Paper withBorder p="xl" radius="lg">
          <form onSubmit={(event) => void signIn(event)}>
            <Stack>
              <Title order={1}>{t('shell.signIn.title')}</Title>
              <TextInput
                name="login"
                value={login}
                onChange={({ currentTarget }) => setLogin(currentTarget.value)}
                label={t('shell.signIn.login')}
                autoComplete="username"
                required
              />
              <PasswordInput
                name="password"
                value={password}
                onChange={({ currentTarget }) => setPassword(currentTarget.value)}
                label={t('shell.signIn.password')}
                autoComplete="current-password"
                required
              />
              {error !== undefined && <ErrorPanel error={error} />}
              <Button type="submit">{t('shell.signIn.enter')}</Button>
            </Stack>
          </form>
        </Paper>
      </Stack>
    </Container>
  );
}
