import { Button, Checkbox, Code, Group, PasswordInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/duty/duty-contacts.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { SEVERITIES, type Severity } from '@volley/domain/duty/alert-rule.ts';
import { DUTY_LANGUAGES, type DutyLanguage } from '@volley/domain/duty/alert-text.ts';
import { CONTACT_KINDS, type ContactKind } from '@volley/domain/duty/duty-contact.ts';
import { type SubmitEvent, useState } from 'react';
import { CopyButton } from '../../kit/copy-button.tsx';
import { askInDialog } from '../../kit/dialog/dialogs.tsx';
import { useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';

export type Contact = ReplyOf<typeof contract.listDutyContacts>['items'][number];

export type ContactDraft = {
  readonly kind: ContactKind;
  readonly name: string;
  readonly address: string;
  readonly severities: Severity[];
  readonly language: DutyLanguage;
  readonly enabled: boolean;
  readonly botToken?: string;
};

export function askContact(title: string, before?: Contact): Promise<ContactDraft | undefined> {
  return askInDialog({ title }, (done) => <ContactForm before={before} onChosen={done} />);
}

/** A new signing secret of a webhook, which no page shows again. */
export function showSecret(title: string, secret: string): Promise<true | undefined> {
  return askInDialog<true>({ title }, (done) => <SecretNote secret={secret} onDone={() => done(true)} />);
}

function SecretNote({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const t = useText();
  return (
    <Stack gap="sm">
      <Text size="sm">{t('alerts.contact.secretHint')}</Text>
      <Code block>{secret}</Code>
      <Group justify="flex-end">
        <CopyButton value={secret} label={t('alerts.contact.copy')} />
        <Button onClick={onDone}>{t('alerts.contact.secretKept')}</Button>
      </Group>
    </Stack>
  );
}

type Props = { readonly before: Contact | undefined; readonly onChosen: (draft: ContactDraft) => void };

function firstDraft(before: Contact | undefined): ContactDraft {
  if (before === undefined)
    return { kind: 'TELEGRAM', name: '', address: '', severities: ['CRITICAL'], language: language(), enabled: true };
  const { kind, name, address, severities, language: chosen, enabled } = before;
  return { kind, name, address, severities: [...severities], language: chosen, enabled };
}

function ContactForm({ before, onChosen }: Props) {
  const t = useText();
  const [draft, setDraft] = useState(() => firstDraft(before));
  const [token, setToken] = useState('');
  const set = (change: Partial<ContactDraft>) => setDraft({ ...draft, ...change });
  const needsToken = draft.kind === 'TELEGRAM' && before === undefined;
  const isReady =
    draft.name.trim() !== '' &&
    draft.address.trim() !== '' &&
    draft.severities.length > 0 &&
    (!needsToken || token !== '');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const botToken = draft.kind === 'TELEGRAM' && token !== '' ? { botToken: token } : {};
    if (isReady) onChosen({ ...draft, name: draft.name.trim(), address: draft.address.trim(), ...botToken });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Select
          label={t('alerts.contact.kind')}
          value={draft.kind}
          onChange={(value) => set({ kind: CONTACT_KINDS.find((kind) => kind === value) ?? draft.kind })}
          data={CONTACT_KINDS.map((value) => ({ value, label: t(`alerts.kind.${value}`) }))}
          allowDeselect={false}
          disabled={before !== undefined}
        />
        <TextInput
          label={t('alerts.contact.name')}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          maxLength={255}
          required
          data-autofocus
        />
        <TextInput
          label={t(`alerts.address.${draft.kind}`)}
          description={t(`alerts.addressHint.${draft.kind}`)}
          value={draft.address}
          onChange={(event) => set({ address: event.currentTarget.value })}
          maxLength={2_048}
          required
        />
        {draft.kind === 'TELEGRAM' && (
          <PasswordInput
            label={t('alerts.contact.token')}
            description={t(needsToken ? 'alerts.contact.tokenHint' : 'alerts.contact.tokenStays')}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value.trim())}
            autoComplete="off"
            required={needsToken}
          />
        )}
        <Wishes draft={draft} set={set} />
        <Group justify="flex-end">
          <Button type="submit" disabled={!isReady}>
            {t('backOffice.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type WishesProps = { readonly draft: ContactDraft; readonly set: (change: Partial<ContactDraft>) => void };

function Wishes({ draft, set }: WishesProps) {
  const t = useText();
  return (
    <>
      <Checkbox.Group
        label={t('alerts.contact.gets')}
        value={draft.severities}
        onChange={(values) => set({ severities: SEVERITIES.filter((one) => values.includes(one)) })}
      >
        <Stack gap="xs" mt="xs">
          {SEVERITIES.map((one) => (
            <Checkbox
              key={one}
              value={one}
              label={t(`alerts.severity.${one}`)}
              description={t(`alerts.severityHint.${one}`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={t('alerts.contact.language')}
        value={draft.language}
        onChange={(value) => set({ language: DUTY_LANGUAGES.find((one) => one === value) ?? draft.language })}
        data={DUTY_LANGUAGES.map((value) => ({ value, label: t(`alerts.language.${value}`) }))}
        allowDeselect={false}
      />
      <Switch
        label={t('alerts.contact.enabled')}
        checked={draft.enabled}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
    </>
  );
}
