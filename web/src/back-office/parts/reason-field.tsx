import { Textarea } from '@mantine/core';
import { useText } from '../../kit/text.tsx';

type Props = { readonly value: string; readonly onChange: (reason: string) => void };

/** The reason for the staff log. */
export function ReasonField({ value, onChange }: Props) {
  const t = useText();
  return (
    <Textarea
      label={t('backOffice.reason.label')}
      description={t('backOffice.reason.hint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={2}
      maxLength={500}
      required
    />
  );
}
