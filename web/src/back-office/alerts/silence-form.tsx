import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { SILENCE_PATTERN_LENGTH_MAX } from '@volley/domain/duty/silence.ts';
import { type SubmitEvent, useState } from 'react';
import { askInDialog } from '../../kit/dialog/dialogs.tsx';
import { useText } from '../../kit/text.tsx';
import { ReasonField } from '../parts/reason-field.tsx';

export type ChosenSilence = { readonly pattern: string; readonly hours: number; readonly reason: string };

export function askSilence(title: string, pattern: string): Promise<ChosenSilence | undefined> {
  return askInDialog({ title }, (done) => <SilenceForm pattern={pattern} onChosen={done} />);
}

const HOURS = [1, 4, 12, 24, 168, 720] as const;
const FIRST_HOURS = 4;

type Props = { readonly pattern: string; readonly onChosen: (chosen: ChosenSilence) => void };

function SilenceForm({ pattern: first, onChosen }: Props) {
  const t = useText();
  const [pattern, setPattern] = useState(first);
  const [hours, setHours] = useState<number>(FIRST_HOURS);
  const [reason, setReason] = useState('');
  const isReady = /^\S+$/.test(pattern) && reason.trim() !== '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) onChosen({ pattern, hours, reason: reason.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t('alerts.silence.effect')}</Text>
        <TextInput
          label={t('alerts.silence.pattern')}
          description={t('alerts.silence.patternHint')}
          value={pattern}
          onChange={(event) => setPattern(event.currentTarget.value)}
          maxLength={SILENCE_PATTERN_LENGTH_MAX}
          required
          data-autofocus
        />
        <Select
          label={t('alerts.silence.for')}
          value={String(hours)}
          onChange={(value) => setHours(Number(value ?? FIRST_HOURS))}
          data={HOURS.map((value) => ({ value: String(value), label: t('alerts.silence.hours', { hours: value }) }))}
          allowDeselect={false}
        />
        <ReasonField value={reason} onChange={setReason} />
        <Group justify="flex-end">
          <Button type="submit" disabled={!isReady}>
            {t('alerts.silence')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
