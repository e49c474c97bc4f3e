import { Button, Checkbox, Group, NumberInput, Stack, Text } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { askInDialog } from '../../kit/dialog/dialogs.tsx';
import { useText } from '../../kit/text.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import type { Now } from './points.ts';

type Link = Now['links'][number];

export type ChosenRate = {
  readonly ratePerSecond: number | null;
  readonly receiptsPerPart?: Link['receiptsPerPart'];
  readonly reason: string;
};

export function askRate(title: string, link: Link): Promise<ChosenRate | undefined> {
  return askInDialog({ title }, (done) => <RateForm link={link} onChosen={done} />);
}

type Props = { readonly link: Link; readonly onChosen: (chosen: ChosenRate) => void };

function RateForm({ link: { protocol, ratePerSecond: rate, receiptsPerPart }, onChosen }: Props) {
  const t = useText();
  const [isFree, setFree] = useState(rate === null);
  const [value, setValue] = useState<number | string>(rate ?? '');
  const [isOneReceipt, setOneReceipt] = useState(receiptsPerPart === 'one');
  const [reason, setReason] = useState('');
  const isReady = reason.trim() !== '' && (isFree || typeof value === 'number');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    onChosen({
      ratePerSecond: isFree ? null : Number(value),
      ...(protocol === 'SMPP' && { receiptsPerPart: isOneReceipt ? 'one' : 'all' }),
      reason: reason.trim(),
    });
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
        {protocol === 'SMPP' && (
          <Checkbox
            label={t('backOffice.links.oneReceipt')}
            description={t('backOffice.links.oneReceiptHint')}
            checked={isOneReceipt}
            onChange={(event) => setOneReceipt(event.currentTarget.checked)}
          />
        )}
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
