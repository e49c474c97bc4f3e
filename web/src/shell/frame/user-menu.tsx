import { useLingui } from '@lingui/react';
import { Menu, Text, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/session.ts';
import { callApi } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { docsLink } from '../../kit/docs-link.tsx';
import { useText } from '../../kit/text.tsx';
import { forgetDrafts } from '../../partner-console/new-dispatch/draft-store.ts';
import { chooseLanguage, LANGUAGES } from '../../texts/language.ts';
import { LANGUAGE_NAMES } from '../language-names.ts';
import { keepText, RECENT } from '../preferences.ts';
import { roleText } from '../role-text.ts';
import { PersonButton } from './person-button.tsx';

const SCHEMES = ['auto', 'light', 'dark'] as const;

/** A full page load clears the memory of the previous person. */
export async function signOut(): Promise<void> {
  await callApi<typeof contract.signOut>('POST /session/end', {}).catch(() => undefined);
  keepText(RECENT, undefined);
  forgetDrafts();
  window.location.assign('/console/sign-in');
}

/** Opens as soon as it is loaded. */
export function UserMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const t = useText();
  const { name, login, kind, role, roles } = useSession();
  const what = role === undefined ? roles.join(', ') : t(roleText(role));
  return (
    <Menu defaultOpened position="bottom-end" width={250} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <PersonButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {name === login ? what : `${login} · ${what}`}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <LanguageItems />
        <Menu.Divider />
        <SchemeItems />
        <Menu.Divider />
        {kind === 'partner' && (
          <Menu.Item component={Link} to="/settings">
            {t('shell.nav.settings')}
          </Menu.Item>
        )}
        <Menu.Item component="a" {...docsLink()}>
          {t('kit.docs')}
        </Menu.Item>
        <Menu.Item onClick={onShortcuts}>{t('shell.shortcuts.title')}</Menu.Item>
        <Menu.Item onClick={() => void signOut()}>{t('shell.user.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function LanguageItems() {
  const { i18n } = useLingui();
  return (
    <Menu.RadioGroup
      value={i18n.locale}
      onChange={(chosen) => void chooseLanguage(LANGUAGES.find((one) => one === chosen) ?? 'en')}
    >
      {LANGUAGES.map((one) => (
        <Menu.RadioItem key={one} value={one} lang={one}>
          {LANGUAGE_NAMES[one]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

function SchemeItems() {
  const t = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (chosen: string) => setColorScheme(SCHEMES.find((one) => one === chosen) ?? 'auto');
  return (
    <Menu.RadioGroup value={colorScheme} onChange={choose}>
      {SCHEMES.map((one) => (
        <Menu.RadioItem key={one} value={one}>
          {t(`shell.scheme.${one}`)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
