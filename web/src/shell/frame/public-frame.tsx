import { Anchor, Container, Group } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { DocsLink } from '../../kit/docs-link.tsx';
import { useText } from '../../kit/text.tsx';
import { Brand } from './brand.tsx';

/** The frame of pages that need no session. */
export function PublicFrame() {
  const t = useText();
  return (
    <Container size="md" py="md" component="main">
      <Group justify="space-between" mb="lg" component="header">
        <Brand />
        <Group gap="md" component="nav" aria-label={t('shell.navigation')}>
          <Anchor component={Link} to="/errors" size="sm">
            {t('shell.nav.errors')}
          </Anchor>
          <Anchor component={Link} to="/tools/text" size="sm">
            {t('shell.nav.text')}
          </Anchor>
          <DocsLink />
          <Anchor component={Link} to="/" size="sm">
            {t('shell.nav.console')}
          </Anchor>
        </Group>
      </Group>
      <Outlet />
    </Container>
  );
}
