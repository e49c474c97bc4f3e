import { ActionIcon, AppShell, Burger, Group, Kbd, NavLink, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useText } from '../../kit/text.tsx';
import { SearchSign } from '../icons.tsx';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { type PlaceGroup, shortcutsTo } from '../places.ts';
import { SignInAgain } from '../sign-in/sign-in-again.tsx';
import { Brand } from './brand.tsx';
import classes from './frame.module.css';
import { UserButton } from './user-button.tsx';

const SearchDialog = lazy(async () => ({ default: (await import('../search/search-dialog.tsx')).SearchDialog }));
const PhoneMenu = lazy(async () => ({ default: (await import('./phone-menu.tsx')).PhoneMenu }));
const ShortcutsHelp = lazy(async () => ({ default: (await import('../keyboard/shortcuts-help.tsx')).ShortcutsHelp }));

type Props = {
  readonly groups: readonly PlaceGroup[];
  readonly testMode: boolean;
  /** Extra content of the header: the company switch. */
  readonly chooser?: ReactNode;
};

type Opened = 'search' | 'help' | undefined;

/** Header, navigation and the page. */
export function Frame({ groups, testMode, chooser }: Props) {
  const t = useText();
  const [opened, { open, close }] = useDisclosure(false);
  // Stays mounted after the first opening, for the closing animation.
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
  const [dialog, setDialog] = useState<Opened>();
  const places = useMemo(() => shortcutsTo(groups), [groups]);
  useFrameKeys(places, setDialog);
  const none = useCallback(() => setDialog(undefined), []);
  return (
    <AppShell
      header={{ height: testMode ? 60 : 56 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: true } }}
      padding={{ base: 'md', md: 'lg' }}
    >
      <a className={classes['skip']} href="#page">
        {t('shell.skip')}
      </a>
      <Header testMode={testMode} chooser={chooser} opened={opened} onMenu={open} onDialog={setDialog} />
      <AppShell.Navbar
        p="xs"
        className={classes['navigation'] ?? ''}
        visibleFrom="sm"
        aria-label={t('shell.navigation')}
      >
        <AppShell.Section grow className={classes['places'] ?? ''}>
          <Places groups={groups} />
        </AppShell.Section>
      </AppShell.Navbar>
      <Suspense>
        {wasOpened && (
          <PhoneMenu opened={opened} onClose={close} chooser={chooser}>
            <Places groups={groups} onFollow={close} />
          </PhoneMenu>
        )}
      </Suspense>
      <AppShell.Main id="page" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
      <Suspense>
        {dialog === 'search' && <SearchDialog groups={groups} onClose={none} />}
        {dialog === 'help' && <ShortcutsHelp opened places={places} onClose={none} />}
      </Suspense>
      <SignInAgain />
    </AppShell>
  );
}

function useFrameKeys(places: ReturnType<typeof shortcutsTo>, setDialog: (dialog: Opened) => void): void {
  const navigate = useNavigate();
  const shortcuts = useMemo(
    () => [{ keys: 'mod+k', does: 'search' }, { keys: '/', does: 'search' }, { keys: '?', does: 'help' }, ...places],
    [places],
  );
  const run = useCallback(
    (does: string) => {
      if (does === 'search' || does === 'help') setDialog(does);
      // The addresses of the navigation are all routes.
      else void navigate({ to: does as '/' });
    },
    [navigate, setDialog],
  );
  useShortcuts(shortcuts, run);
}

function Header({
  testMode,
  chooser,
  opened,
  onMenu,
  onDialog,
}: Pick<Props, 'testMode' | 'chooser'> & {
  readonly opened: boolean;
  readonly onMenu: () => void;
  readonly onDialog: (dialog: Opened) => void;
}) {
  const t = useText();
  return (
    <AppShell.Header className={classes['header'] ?? ''} data-test={testMode}>
      <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="sm">
        <Group gap="sm" wrap="nowrap">
          <Burger opened={opened} onClick={onMenu} hiddenFrom="sm" size="sm" aria-label={t('shell.menu')} />
          <Brand />
          {testMode && (
            <span className={classes['test']} title={t('shell.test.long')}>
              {t('shell.test')}
            </span>
          )}
        </Group>
        <Group gap="sm" wrap="nowrap">
          <Group visibleFrom="sm">{chooser}</Group>
          <UnstyledButton className={classes['search'] ?? ''} onClick={() => onDialog('search')} visibleFrom="md">
            <SearchSign size={16} />
            <Text size="sm" flex={1}>
              {t('shell.search.open')}
            </Text>
            <Kbd size="xs">Ctrl K</Kbd>
          </UnstyledButton>
          <ActionIcon
            variant="default"
            size={36}
            hiddenFrom="md"
            aria-label={t('shell.search.open')}
            onClick={() => onDialog('search')}
          >
            <SearchSign />
          </ActionIcon>
          <UserButton onShortcuts={() => onDialog('help')} />
        </Group>
      </Group>
    </AppShell.Header>
  );
}

function Places({ groups, onFollow }: { readonly groups: readonly PlaceGroup[]; readonly onFollow?: () => void }) {
  const t = useText();
  const { pathname } = useLocation();
  return groups.map(({ text, items }) => (
    <div key={items[0]?.to}>
      {text !== undefined && (
        <Text size="xs" c="dimmed" px="sm" pt="md" pb={4} fw={600}>
          {t(text)}
        </Text>
      )}
      {items.map(({ to, text: name }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          activeOptions={{ exact: true }}
          label={t(name)}
          active={isHere(pathname, to)}
          aria-current={isHere(pathname, to) ? 'page' : undefined}
          onClick={onFollow}
          style={{ borderRadius: 'var(--mantine-radius-md)' }}
        />
      ))}
    </div>
  ));
}

function isHere(pathname: string, to: string): boolean {
  const path = pathname.replace(/\/$/, '') || '/';
  return to === '/' || to === '/bo' ? path === to : path === to || path.startsWith(`${to}/`);
}
