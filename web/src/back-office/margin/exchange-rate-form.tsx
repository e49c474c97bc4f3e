import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { askInDialog } from '../../kit/dialog/dialogs.tsx';
import { useText } from '../../kit/text.tsx';
import { ReasonField } from '../parts/reason-field.tsx';

export type ChosenExchangeRate = {
  readonly currency: string;
  readonly base: string;
  readonly rate: number;
  readonly reason: string;
};

export function askExchangeRate(title: string): Promise<ChosenExchangeRate | undefined> {
  return askInDialog({ title }, (done) => <ExchangeRateForm confirm={title} onChosen={done} />);
}

const CODE = /^[A-Z]{3}$/;

type Props = { readonly confirm: string; readonly onChosen: (chosen: ChosenExchangeRate) => void };

function ExchangeRateForm({ confirm, onChosen }: Props) {
  const t = useText();
  const [currency, setCurrency] = useState('USD');
  const [base, setBase] = useState('RUB');
  const [rate, setRate] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const isPair = CODE.test(currency) && CODE.test(base) && currency !== base;
  const isReady = isPair && typeof rate === 'number' && rate > 0 && reason.trim() !== '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) onChosen({ currency, base, rate, reason: reason.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t('backOffice.rates.effect')}</Text>
        <Group grow align="flex-start">
          <CurrencyField label={t('backOffice.rates.currency')} value={currency} onChange={setCurrency} />
          <CurrencyField label={t('backOffice.rates.base')} value={base} onChange={setBase} />
        </Group>
        <NumberInput
          label={t('backOffice.rates.one', { currency, base })}
          value={rate}
          onChange={setRate}
          min={0}
          max={999_999_999}
          decimalScale={9}
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

type FieldProps = { readonly label: string; readonly value: string; readonly onChange: (code: string) => void };

function CurrencyField({ label, value, onChange }: FieldProps) {
  return (
    <TextInput
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
      maxLength={3}
      required
    />
  );
}
