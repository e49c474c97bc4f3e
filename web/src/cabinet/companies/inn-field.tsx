import { TextInput } from '@mantine/core';
import { type CounteragentType, INN_DIGITS, innFault } from '@volley/domain/inn.ts';
import { useState } from 'react';
import { useText } from '../../kit/text.tsx';

type Props = {
  readonly type: CounteragentType;
  readonly value: string;
  /** The form was sent: what is missing is an error by now, and not only unfinished. */
  readonly isStrict: boolean;
  readonly onChange: (value: string) => void;
};

/** A tax number that is checked while it is typed. An unfinished one is an error only when the field is left. */
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
