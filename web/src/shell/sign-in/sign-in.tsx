import { useLingui } from '@lingui/react';
import { Button, Center, Container, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/session.ts';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../api/call.ts';
import { forgetSession } from '../../api/session.ts';
import { useText } from '../../kit/text.tsx';
import { chooseLanguage, LANGUAGES } from '../../texts/language.ts';
import { Brand } from '../frame/brand.tsx';
import { LANGUAGE_NAMES } from '../language-names.ts';
import { SignInForm } from './sign-in-form.tsx';

/** The token is in the fragment, which no server sees, and is removed from the address first. */
function takeLink(): string | undefined {
  const token = /^#link=([\w-]+)$/.exec(window.location.hash)?.[1];
  if (token !== undefined) window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return token;
}

export function SignIn() {
  const t = useText();
  const { next = '/' } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const enter = async () => {
    await forgetSession();
    router.history.push(`/console${next.replace(/^\/console/, '')}`);
  };
  const { isComing, failure } = useLink(enter);
  useEffect(() => {
    document.title = `${t('shell.signIn.title')} · Volley`;
  }, [t]);
  return (
    <Container size={420} py={{ base: 32, sm: 80 }} component="main">
      <Stack gap="lg">
        <Group justify="space-between">
          <Brand />
          <LanguageButtons />
        </Group>
        <Paper withBorder p={{ base: 'lg', sm: 'xl' }} radius="lg" bg="var(--surface)">
          <Title order={1} mb="md">
            {t('shell.signIn.title')}
          </Title>
          {isComing ? (
            <Center py="xl">
              <Loader aria-label={t('shell.signIn.byLink')} />
            </Center>
          ) : (
            <SignInForm key={String(failure)} onEntered={enter} failure={failure} />
          )}
          {failure !== undefined && (
            <Text size="sm" c="dimmed" mt="md">
              {t('shell.signIn.linkUsed')}
            </Text>
          )}
        </Paper>
        <Text size="sm" c="dimmed">
          {t('shell.signIn.who')}
        </Text>
      </Stack>
    </Container>
  );
}

/** A link works once, so it is sent once, in any number of renders. */
function useLink(enter: () => Promise<void>): { isComing: boolean; failure: unknown } {
  const token = useRef<string | undefined>(undefined);
  const asked = useRef(false);
  const [failure, setFailure] = useState<unknown>();
  const [isComing, setComing] = useState(() => window.location.hash.startsWith('#link='));
  const enterRef = useRef(enter);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    token.current = takeLink();
    if (token.current === undefined) {
      setComing(false);
      return;
    }
    callApi<typeof contract.signInByLink>('POST /session/link', { body: { token: token.current } })
      .then(() => enterRef.current())
      .catch((refusal: unknown) => {
        setFailure(refusal);
        setComing(false);
      });
  }, []);
  return { isComing, failure };
}

function LanguageButtons() {
  const { i18n } = useLingui();
  return (
    <Group gap={4}>
      {LANGUAGES.map((one) => (
        <Button
          key={one}
          size="compact-sm"
          variant={i18n.locale === one ? 'light' : 'subtle'}
          lang={one}
          aria-pressed={i18n.locale === one}
          onClick={() => void chooseLanguage(one)}
        >
          {LANGUAGE_NAMES[one]}
        </Button>
      ))}
    </Group>
  );
}
