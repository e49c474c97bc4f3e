import { AppShell, Badge, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../kit/text.tsx';
import type { TextId } from '../texts/text-id.ts';
import { Brand } from './brand.tsx';

export type FrameLink = { readonly to: string; readonly text: TextId };
export type FrameGroup = { readonly text: TextId | undefined; readonly items: readonly FrameLink[] };

/** Header, navigation and the page between them. */
export function Frame({
  groups,
  testMode,
  children,
}: {
  readonly groups: readonly FrameGroup[];
  readonly testMode: boolean;
  readonly children?: ReactNode;
}) {
  const t = useText();
  const [opened, { toggle, close }] = useDisclosure(false);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', md: 'lg' }}
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('shell.menu')} />
            <Brand />
            {testMode && <Badge variant="light">{t('shell.test')}</Badge>}
          </Group>
          {children}
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('shell.navigation')}>
        <AppShell.Section grow component={ScrollArea}>
          {groups.map((group) => (
            <NavigationGroup key={group.items[0]?.to} group={group} onFollow={close} />
          ))}
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function NavigationGroup({ group, onFollow }: { readonly group: FrameGroup; readonly onFollow: () => void }) {
  const t = useText();
  const { pathname } = useLocation();
  return (
    <div>
      {group.text !== undefined && (
        <Text size="xs" c="dimmed" px="sm" pt="md" pb={4} fw={600}>
          {t(group.text)}
        </Text>
      )}
      {group.items.map(({ to, text }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={t(text)}
          active={to === '/' || to === '/bo' ? pathname === to : pathname.startsWith(to)}
          onClick={onFollow}
        />
      ))}
    </div>
  );
}
