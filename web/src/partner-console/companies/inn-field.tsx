import { TextInput } from '@mantine/core';
import { type CounteragentType, INN_DIGITS, innFault } from '@volley/domain/people/inn.ts';
import { useState } from 'react';
import { useText } from '../../kit/text.tsx';

type Props = {
  readonly type: CounteragentType;
  readonly value: string;
  /** The form was submitted: a missing value is an error now. */
  readonly isStrict: boolean;
  readonly onChange: (value: string) => void;
};

/** Validates a tax number while it is typed. An unfinished number is an error only after the field loses the focus. */
export function InnField({ type, value, isStrict, onChange }: Props) {
  const t = useText();
  const [isLeft, setIsLeft] = useState(false);
  const fault = innFault(value, type);
  const isUnfinished = fault === 'too-short' && !isStrict && !(isLeft && value !== '');
  const count = Math.abs(value.length - INN_DIGITS[type]);
  const error = fault === undefined || isUnfinished ? null : t(`companies.form.inn.${fault}`, { count });
  return (
    <TextInput
      label={t('companies.form.inn')}
      description={fault === undefined ? t('companies.form.inn.fine') : t(`companies.form.inn.hint.${type}`)}
      required
      inputMode="numeric"
      autoComplete="off"
      value={value}
      error={error}
      onBlur={() => setIsLeft(true)}
      onChange={({ currentTarget }) => onChange(currentTarget.value.replaceAll(/\s/g, ''))}
    />
  );
}
