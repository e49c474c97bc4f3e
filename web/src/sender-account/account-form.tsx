import { Button, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ErrorPanel } from '../kit/error-panel.tsx';
import { useSubmit } from '../kit/form/use-submit.ts';
import { Notice } from '../kit/notice.tsx';
import { useText } from '../kit/text.tsx';
import type { AccountCalls, AccountKind, TestedReply } from './account-calls.ts';
import { type FieldFault, fieldFault } from './field-fault.ts';
import { fieldHint, fieldText, kindText } from './field-text.ts';

type Props = {
  /** At least one; the first is chosen. */
  readonly kinds: readonly AccountKind[];
  readonly values: Readonly<Record<string, string>>;
  readonly calls: AccountCalls;
};

export function AccountForm({ kinds, values, calls }: Props) {
  const t = useText();
  const [chosen, setChosen] = useState(kinds[0]?.protocol);
  const kind = kinds.find(({ protocol }) => protocol === chosen) ?? kinds[0];
  const fields = kind?.fields ?? [];
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>(values);
  const [test, setTest] = useState<TestedReply['test']>();
  const { submit, isBusy, error, isStrict } = useSubmit();
  const faultOf = (name: string) => kind && fieldFault(kind.protocol, name, draft[name] ?? '');
  const isReady = fields.every(({ name, isOptional }) => isOptional || (draft[name] ?? '') !== '');
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (kind === undefined || !isReady) return;
    setTest(undefined);
    if (fields.some(({ name }) => faultOf(name) !== undefined)) return void (await submit(undefined));
    await submit(async () => {
      const given = fields.filter(({ name, isOptional }) => !isOptional || (draft[name] ?? '') !== '');
      const entries = given.map(({ name }) => [name, draft[name] ?? ''] as const);
      const reply = await calls.put(Object.fromEntries(entries), kind.protocol);
      setTest(reply.test);
      setDraft(reply.account?.values ?? {});
      await calls.onChanged();
    });
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack gap="sm">
        {kinds.length > 1 && (
          <NativeSelect
            label={t('senderAccount.kind')}
            value={kind?.protocol ?? ''}
            data={kinds.map(({ protocol }) => ({ value: protocol, label: kindText(t, protocol) }))}
            onChange={({ currentTarget: { value } }) => {
              setChosen(kinds.find(({ protocol }) => protocol === value)?.protocol);
              setDraft(value === kinds[0]?.protocol ? values : {});
              setTest(undefined);
            }}
          />
        )}
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={draft[field.name] ?? ''}
            fault={isStrict ? faultOf(field.name) : undefined}
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
  readonly field: AccountKind['fields'][number];
  readonly value: string;
  readonly fault: FieldFault | undefined;
  readonly onChange: (value: string) => void;
};

function Field({ field: { name, isSecret, isOptional }, value, fault, onChange }: FieldProps) {
  const t = useText();
  const shared = {
    label: fieldText(t, name),
    required: !isOptional,
    maxLength: 1_000,
    value,
    error: fault && t(`senderAccount.fault.${fault.code}`, { count: fault.length }),
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

/**
 * An accepted account with a reason works, but the provider will not report its events. The card shows the reason of a
 * refusal beside the state of the account.
 */
function Result({ test: { state, reason } }: { readonly test: TestedReply['test'] }) {
  const t = useText();
  const tone = state === 'accepted' && reason !== undefined ? 'warn' : TONES[state];
  return (
    <Notice tone={tone} role="status" title={t(`senderAccount.test.${state}`)}>
      {reason === undefined || state === 'refused' ? undefined : (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
      )}
    </Notice>
  );
}
