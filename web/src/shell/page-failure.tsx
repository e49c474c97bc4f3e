import { Container, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { ErrorPanel } from '../kit/error-panel.tsx';
import { useText } from '../kit/text.tsx';

export function PageFailure({ error }: { readonly error: unknown }) {
  const t = useText();
  const router = useRouter();
  return (
    <Container size="sm" py="xl">
      <Title order={1} mb="md">
        {t('shell.failure.title')}
      </Title>
      <ErrorPanel error={error} onRetry={() => void router.invalidate()} />
    </Container>
  );
}
