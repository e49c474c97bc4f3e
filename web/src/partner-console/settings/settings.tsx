import { useLingui } from '@lingui/react';
import { SegmentedControl, Select, Stack, Switch, Text, useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useSession } from '../../api/session.ts';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { LANGUAGE_NAMES } from '../../shell/language-names.ts';
import { useShortcutsOn, useZone } from '../../shell/preferences.ts';
import { roleText } from '../../shell/role-text.ts';
import { chooseLanguage, LANGUAGES } from '../../texts/language.ts';
import { Sessions } from './sessions.tsx';

export function Settings() {
  const t = useText();
  return (
    <Page title={t('shell.nav.settings')}>
      <Section title={t('settings.look')}>
        <Stack gap="lg" maw={560} mt={4}>
          <LanguageChoice />
          <SchemeChoice />
          <ZoneChoice />
          <ShortcutsChoice />
        </Stack>
      </Section>
      <Person />
      <Sessions />
    </Page>
  );
}

function Choice({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4} aria-hidden="true">
        {label}
      </Text>
      {children}
      {hint !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </div>
  );
}

function LanguageChoice() {
  const t = useText();
  const { i18n } = useLingui();
  return (
    <Choice label={t('settings.language')}>
      <SegmentedControl
        aria-label={t('settings.language')}
        value={i18n.locale}
        onChange={(chosen) => void chooseLanguage(LANGUAGES.find((one) => one === chosen) ?? 'en')}
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
    </Choice>
  );
}

function SchemeChoice() {
  const t = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Choice label={t('settings.scheme')}>
      <SegmentedControl
        aria-label={t('settings.scheme')}
        value={colorScheme}
        onChange={setColorScheme}
        data={[
          { value: 'auto', label: t('settings.scheme.auto') },
          { value: 'light', label: t('settings.scheme.light') },
          { value: 'dark', label: t('settings.scheme.dark') },
        ]}
      />
    </Choice>
  );
}

/** Russian time zones come first: most readers live there. */
const NEAR = [
  'Europe/Kaliningrad',
  'Europe/Moscow',
  'Europe/Samara',
  'Asia/Yekaterinburg',
  'Asia/Omsk',
  'Asia/Krasnoyarsk',
  'Asia/Irkutsk',
  'Asia/Yakutsk',
  'Asia/Vladivostok',
  'Asia/Magadan',
  'Asia/Kamchatka',
];

function ZoneChoice() {
  const t = useText();
  const { dateTime } = useFormat();
  const [zone, setZone] = useZone();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = useMemo(() => [...new Set([...NEAR, 'UTC', ...Intl.supportedValuesOf('timeZone')])], []);
  return (
    <Select
      label={t('settings.zone')}
      description={t('settings.zone.hint', { now: dateTime(new Date()) })}
      placeholder={t('settings.zone.browser', { zone: own })}
      data={zones}
      value={zone ?? null}
      onChange={(chosen) => {
        setZone(chosen ?? undefined);
        // A reload writes every time on the page in the new zone.
        window.location.reload();
      }}
      searchable
      clearable
      limit={50}
      clearButtonProps={{ 'aria-label': t('settings.zone.clear') }}
    />
  );
}

function ShortcutsChoice() {
  const t = useText();
  const [isOn, setOn] = useShortcutsOn();
  return (
    <Switch
      label={t('settings.shortcuts')}
      description={t('settings.shortcuts.hint')}
      checked={isOn}
      onChange={({ currentTarget }) => setOn(currentTarget.checked)}
    />
  );
}

function Person() {
  const t = useText();
  const { login, name, role, currency } = useSession();
  const facts = [
    [t('settings.person.name'), name],
    [t('shell.signIn.login'), login],
    [t('settings.person.role'), role === undefined ? '—' : t(roleText(role))],
    [t('settings.person.currency'), currency ?? '—'],
  ] as const;
  return (
    <Section title={t('settings.person')}>
      <Facts items={facts} />
    </Section>
  );
}
