import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { askInDialog } from '../../kit/dialog/dialogs.tsx';
import { useText } from '../../kit/text.tsx';
import { ReasonField } from '../parts/reason-field.tsx';

export type ChosenAmount = { readonly amount: number; readonly reason: string };

type Question = {
  readonly title: string;
  readonly hint: string;
  readonly currency: string;
  /** Negative amounts are allowed. */
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
        <ReasonField value={reason} onChange={setReason} />
        <Group justify="flex-end">
          <Button type="submit" disabled={!isReady}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
