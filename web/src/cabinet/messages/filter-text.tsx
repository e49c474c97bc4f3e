import { TextInput } from '@mantine/core';

type Props = {
  readonly label: string;
  readonly value: string | undefined;
  readonly onCommit: (value: string | undefined) => void;
  readonly placeholder?: string;
  readonly numeric?: boolean;
  readonly width?: number;
};

/** A filter that is typed: it holds when Enter is pressed or the field is left, not with every key. */
export function FilterText({ label, value, onCommit, placeholder, numeric = false, width }: Props) {
  const commit = (text: string) => {
    const wanted = (numeric ? text.replace(/\D/g, '') : text).trim() || undefined;
    if (wanted !== value) onCommit(wanted);
  };
  return (
    <TextInput
      // What comes with another address replaces what was typed.
      key={value ?? ''}
      label={label}
      size="sm"
      w={width}
      defaultValue={value ?? ''}
      placeholder={placeholder}
      inputMode={numeric ? 'numeric' : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(event.currentTarget.value);
      }}
      onBlur={(event) => commit(event.currentTarget.value)}
    />
  );
}
