import { Anchor, Container, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useText } from '../kit/text.tsx';

export function NotFound() {
  const t = useText();
  return (
    <Container size="xs" py="xl">
      <Stack gap="sm">
        <Title order={1}>{t('shell.notFound.title')}</Title>
        <Text c="dimmed">{t('shell.notFound.text')}</Text>
        <Anchor component={Link} to="/">
          {t('shell.notFound.home')}
        </Anchor>
      </Stack>
    </Container>
  );
}
