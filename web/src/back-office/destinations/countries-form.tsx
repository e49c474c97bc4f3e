import { Button, Group, MultiSelect, Radio, Stack } from '@mantine/core';
import { ANY_COUNTRY } from '@volley/domain/numbers/country.ts';
import { type SubmitEvent, useState } from 'react';
import { askInDialog } from '../../kit/dialog/dialogs.tsx';
import { useText } from '../../kit/text.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { namedCountries } from './countries.tsx';

export type ChosenCountries = { readonly allowedCountries: string[] | null; readonly reason: string };

type Question = {
  /** The list of the company or partner; null: no own list. */
  readonly current: readonly string[] | null;
  readonly countries: readonly string[];
  /** The staff log stores a reason for changes of companies only. */
  readonly withReason: boolean;
};

export function askCountries(title: string, question: Question): Promise<ChosenCountries | undefined> {
  return askInDialog({ title }, (done) => <CountriesForm {...question} onChosen={done} />);
}

const CHOICES = ['inherited', 'every', 'these'] as const;
type Choice = (typeof CHOICES)[number];

function choiceOf(current: readonly string[] | null): Choice {
  if (current === null) return 'inherited';
  return current.includes(ANY_COUNTRY) ? 'every' : 'these';
}

type Props = Question & { readonly onChosen: (chosen: ChosenCountries) => void };

function CountriesForm({ current, countries, withReason, onChosen }: Props) {
  const t = useText();
  const [choice, setChoice] = useState(choiceOf(current));
  const [codes, setCodes] = useState(current?.filter((code) => code !== ANY_COUNTRY) ?? []);
  const [reason, setReason] = useState('');
  const isReady = (!withReason || reason.trim() !== '') && (choice !== 'these' || codes.length > 0);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const listOf = { inherited: null, every: [ANY_COUNTRY], these: codes };
    if (isReady) onChosen({ allowedCountries: listOf[choice], reason: reason.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Radio.Group
          label={t('backOffice.destinations.which')}
          value={choice}
          onChange={(value) => setChoice(CHOICES.find((one) => one === value) ?? choice)}
        >
          <Stack gap="xs" mt="xs">
            {CHOICES.map((value) => (
              <Radio key={value} value={value} label={t(`backOffice.destinations.choice.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {choice === 'these' && (
          <MultiSelect
            label={t('backOffice.destinations.countries')}
            data={namedCountries(t, countries)}
            value={codes}
            onChange={setCodes}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('backOffice.destinations.clear') }}
            limit={50}
            maxDropdownHeight={220}
          />
        )}
        {withReason && <ReasonField value={reason} onChange={setReason} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isReady}>
            {t('backOffice.destinations.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
