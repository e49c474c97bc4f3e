import { Button, Checkbox, Group, NumberInput, Stack, Text } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { askInDialog } from '../../kit/dialogs.tsx';
import { useText } from '../../kit/text.tsx';
import { ReasonField } from '../parts/reason-field.tsx';

export type ChosenRate = { readonly ratePerSecond: number | null; readonly reason: string };

export function askRate(title: string, rate: number | null): Promise<ChosenRate | undefined> {
  return askInDialog({ title }, (done) => <RateForm rate={rate} onChosen={done} />);
}

type Props = { readonly rate: number | null; readonly onChosen: (chosen: ChosenRate) => void };

function RateForm({ rate, onChosen }: Props) {
  const t = useText();
  const [isFree, setFree] = useState(rate === null);
  const [value, setValue] = useState<number | string>(rate ?? '');
  const [reason, setReason] = useState('');
  const isReady = reason.trim() !== '' && (isFree || typeof value === 'number');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) onChosen({ ratePerSecond: isFree ? null : Number(value), reason: reason.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t('backOffice.links.rateEffect')}</Text>
        <NumberInput
          label={t('backOffice.links.rate')}
          value={value}
          onChange={setValue}
          disabled={isFree}
          min={1}
          max={100_000}
          allowDecimal={false}
          data-autofocus
        />
        <Checkbox
          label={t('backOffice.links.noRate')}
          checked={isFree}
          onChange={(event) => setFree(event.currentTarget.checked)}
        />
        <ReasonField value={reason} onChange={setReason} />
        <Group justify="flex-end">
          <Button type="submit" disabled={!isReady}>
            {t('backOffice.links.setRate')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
