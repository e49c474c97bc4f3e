import { NumberInput, Radio, Stack } from '@mantine/core';
import { useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';

/** undefined: a limit is chosen, but no valid amount is typed yet. */
export type Budget = number | null | undefined;

export const BUDGET_MAX = 999_999_999.99;

type Props = {
  readonly value: Budget;
  readonly isStrict: boolean;
  readonly onChange: (budget: Budget) => void;
};

/** No limit is an explicit choice, never an empty field. */
export function BudgetField({ value, isStrict, onChange }: Props) {
  const t = useText();
  const isRussian = language() === 'ru';
  return (
    <Stack gap="xs">
      <Radio.Group
        aria-label={t('companies.form.budget')}
        value={value === null ? 'unlimited' : 'limited'}
        onChange={(choice) => onChange(choice === 'unlimited' ? null : undefined)}
      >
        <Stack gap="xs" mt={6}>
          <Radio
            value="unlimited"
            label={t('companies.form.budget.unlimited')}
            description={t('companies.form.budget.unlimited.hint')}
          />
          <Radio
            value="limited"
            label={t('companies.form.budget.limited')}
            description={t('companies.form.budget.limited.hint')}
          />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <NumberInput
          label={t('companies.form.budget.amount')}
          required
          maw={280}
          min={0}
          max={BUDGET_MAX}
          decimalScale={2}
          hideControls
          thousandSeparator={isRussian ? ' ' : ','}
          decimalSeparator={isRussian ? ',' : '.'}
          value={value ?? ''}
          error={isStrict && value === undefined ? t('companies.form.budget.wrong') : null}
          onChange={(typed) => onChange(typeof typed === 'number' ? typed : undefined)}
        />
      )}
    </Stack>
  );
}
