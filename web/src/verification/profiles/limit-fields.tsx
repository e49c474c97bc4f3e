import { SimpleGrid } from '@mantine/core';
import { useText } from '../../kit/text.tsx';
import { NumberField } from '../number-field.tsx';
import type { FieldsProps, ProfileLimits } from './profile-form.ts';

type Limit = {
  readonly name: keyof ProfileLimits;
  readonly min: number;
  readonly max: number;
  readonly decimals?: number;
};

const LIMITS = [
  { name: 'resendPauseSeconds', min: 0, max: 600 },
  { name: 'sendsPerNumber', min: 1, max: 100 },
  { name: 'sendsPerAddress', min: 1, max: 1_000 },
  { name: 'sendsPerPrefix', min: 1, max: 1_000 },
  { name: 'enteredShareMin', min: 0, max: 100 },
  { name: 'enteredShareAfter', min: 1, max: 1_000 },
  { name: 'dayAmountMax', min: 0.01, max: 999_999_999, decimals: 2 },
] as const satisfies readonly Limit[];

/** Limits against SMS pumping. */
export function LimitFields({ form, onChange, isStrict }: FieldsProps) {
  const t = useText();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {LIMITS.map(({ name, ...bounds }) => (
        <NumberField
          key={name}
          {...bounds}
          label={t(`verification.limit.${name}`)}
          description={t(`verification.limit.${name}.hint`)}
          value={form[name]}
          error={isStrict && form[name] === undefined ? t('verification.missing') : undefined}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </SimpleGrid>
  );
}
