import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ErrorPanel } from '../kit/error-panel.tsx';
import { useSubmit } from '../kit/form/use-submit.ts';
import { Notice } from '../kit/notice.tsx';
import { useText } from '../kit/text.tsx';
import type { AccountCalls, AccountReply, TestedReply } from './account-calls.ts';
import { fieldHint, fieldText } from './field-text.ts';

type Props = {
  readonly fields: AccountReply['fields'];
  readonly values: Readonly<Record<string, string>>;
  readonly calls: AccountCalls;
};

export function AccountForm({ fields, values, calls }: Props) {
  const t = useText();
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>(values);
  const [test, setTest] = useState<TestedReply['test']>();
  const { submit, isBusy, error } = useSubmit();
  const isReady = fields.every(({ name, isOptional }) => isOptional || (draft[name] ?? '') !== '');
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    setTest(undefined);
    await submit(async () => {
      const given = fields.filter(({ name, isOptional }) => !isOptional || (draft[name] ?? '') !== '');
      const reply = await calls.put(Object.fromEntries(given.map(({ name }) => [name, draft[name] ?? ''])));
      setTest(reply.test);
      setDraft(reply.account?.values ?? {});
      await calls.onChanged();
    });
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack gap="sm">
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={draft[field.name] ?? ''}
            onChange={(value) => setDraft((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        {error !== undefined && <ErrorPanel error={error} />}
        {test !== undefined && <Result test={test} />}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {t('senderAccount.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type FieldProps = {
  readonly field: AccountReply['fields'][number];
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function Field({ field: { name, isSecret, isOptional }, value, onChange }: FieldProps) {
  const t = useText();
  const shared = {
    label: fieldText(t, name),
    required: !isOptional,
    maxLength: 1_000,
    value,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value.trim()),
  };
  if (!isSecret) return <TextInput {...shared} description={fieldHint(t, name)} autoComplete="off" />;
  return (
    <PasswordInput
      {...shared}
      description={t('senderAccount.secretHint')}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('senderAccount.secretShow') }}
    />
  );
}

const TONES = { accepted: 'good', refused: 'bad', unreachable: 'warn' } as const;

/** An accepted account with a reason works, but the provider will not report its events. */
function Result({ test: { state, reason } }: { readonly test: TestedReply['test'] }) {
  const t = useText();
  const tone = state === 'accepted' && reason !== undefined ? 'warn' : TONES[state];
  return (
    <Notice tone={tone} role="status" title={t(`senderAccount.test.${state}`)}>
      {reason !== undefined && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
      )}
    </Notice>
  );
}
