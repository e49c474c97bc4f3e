import { Button, Group, NumberInput, Stack, Textarea } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { askInDialog } from '../../kit/dialogs.tsx';
import { useText } from '../../kit/text.tsx';

export type ChosenAmount = { readonly amount: number; readonly reason: string };

type Question = {
  readonly title: string;
  readonly hint: string;
  readonly currency: string;
  /** Below zero, too. */
  readonly isSigned: boolean;
};

export function askAmount({ title, ...question }: Question): Promise<ChosenAmount | undefined> {
  return askInDialog({ title }, (done) => <AmountForm {...question} confirm={title} onChosen={done} />);
}

type Props = Omit<Question, 'title'> & {
  readonly confirm: string;
  readonly onChosen: (chosen: ChosenAmount) => void;
};

function AmountForm({ hint, currency, isSigned, confirm, onChosen }: Props) {
  const t = useText();
  const [amount, setAmount] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const isReady = typeof amount === 'number' && amount !== 0 && (isSigned || amount > 0) && reason.trim() !== '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) onChosen({ amount, reason: reason.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NumberInput
          label={t('backOffice.wallet.amount', { currency })}
          description={hint}
          value={amount}
          onChange={setAmount}
          {...(!isSigned && { min: 0 })}
          max={999_999_999}
          decimalScale={2}
          thousandSeparator=" "
          required
          data-autofocus
        />
        <Textarea
          label={t('backOffice.reason.label')}
          description={t('backOffice.reason.hint')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          autosize
          minRows={2}
          maxLength={500}
          required
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={!isReady}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
