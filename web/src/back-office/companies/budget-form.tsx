import { Button, Checkbox, Group, NumberInput, Stack } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { askInDialog } from '../../kit/dialog/dialogs.tsx';
import type { Amount } from '../../kit/format.ts';
import { useText } from '../../kit/text.tsx';
import { ReasonField } from '../parts/reason-field.tsx';

export type ChosenBudget = { readonly budget: number | null; readonly reason: string };

export function askBudget(title: string, budget: Amount | null): Promise<ChosenBudget | undefined> {
  return askInDialog({ title }, (done) => <BudgetForm budget={budget} onChosen={done} />);
}

type Props = { readonly budget: Amount | null; readonly onChosen: (chosen: ChosenBudget) => void };

function BudgetForm({ budget, onChosen }: Props) {
  const t = useText();
  const [isUnlimited, setUnlimited] = useState(budget === null);
  const [value, setValue] = useState<number | string>(budget?.value ?? '');
  const [reason, setReason] = useState('');
  const isReady = reason.trim() !== '' && (isUnlimited || typeof value === 'number');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) onChosen({ budget: isUnlimited ? null : Number(value), reason: reason.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NumberInput
          label={t('backOffice.company.budgetMonth')}
          value={value}
          onChange={setValue}
          disabled={isUnlimited}
          min={0}
          max={999_999_999.99}
          decimalScale={2}
          thousandSeparator=" "
          data-autofocus
        />
        <Checkbox
          label={t('backOffice.company.unlimited')}
          checked={isUnlimited}
          onChange={(event) => setUnlimited(event.currentTarget.checked)}
        />
        <ReasonField value={reason} onChange={setReason} />
        <Group justify="flex-end">
          <Button type="submit" disabled={!isReady}>
            {t('backOffice.company.setBudget')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
