import { NumberInput } from '@mantine/core';

type Props = {
  readonly label: string;
  readonly description?: string;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
  readonly min: number;
  readonly max: number;
  readonly decimals?: number;
  readonly required?: boolean;
  readonly error?: string | undefined;
};

/** A number within bounds; undefined: the field is empty. */
export function NumberField({ description, onChange, value, decimals = 0, error, ...props }: Props) {
  return (
    <NumberInput
      {...props}
      {...(description !== undefined && { description })}
      error={error}
      value={value ?? ''}
      onChange={(given) => onChange(typeof given === 'number' ? given : undefined)}
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      allowNegative={false}
      clampBehavior="blur"
      thousandSeparator=" "
      hideControls
    />
  );
}
