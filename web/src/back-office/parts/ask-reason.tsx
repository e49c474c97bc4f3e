import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { askInDialog } from '../../kit/dialog/dialogs.tsx';
import { useText } from '../../kit/text.tsx';

type Question = {
  /** Names the object: “Disable “Shop”?” */
  readonly title: string;
  readonly effect: ReactNode;
  readonly confirm: string;
  readonly danger?: boolean;
};

/** The reason for the log; undefined: the dialog was canceled. */
export function askReason({ title, ...question }: Question): Promise<string | undefined> {
  return askInDialog({ title }, (done, cancel) => <ReasonForm {...question} onReason={done} onCancel={cancel} />);
}

type FormProps = Omit<Question, 'title'> & {
  readonly onReason: (reason: string) => void;
  readonly onCancel: () => void;
};

function ReasonForm({ effect, confirm, danger = false, onReason, onCancel }: FormProps) {
  const t = useText();
  const [reason, setReason] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (reason.trim() !== '') onReason(reason.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {typeof effect === 'string' ? <Text size="sm">{effect}</Text> : effect}
        <Textarea
          label={t('backOffice.reason.label')}
          description={t('backOffice.reason.hint')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          autosize
          minRows={2}
          maxLength={500}
          required
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('backOffice.cancel')}
          </Button>
          <Button type="submit" disabled={reason.trim() === ''} {...(danger && { color: 'red.8' })}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
