import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

type Props = {
  readonly label: string;
  readonly value: string | undefined;
  readonly onCommit: (value: string | undefined) => void;
  readonly placeholder?: string;
  readonly numeric?: boolean;
  readonly width?: number;
};

/** A text filter that applies on Enter or when the field loses the focus. */
export function FilterText({ label, value, onCommit, placeholder, numeric = false, width }: Props) {
  const [text, setText] = useState(value ?? '');
  // A new URL replaces the typed text.
  useEffect(() => setText(value ?? ''), [value]);
  const commit = () => {
    const wanted = (numeric ? text.replace(/\D/g, '') : text).trim() || undefined;
    if (wanted !== value) onCommit(wanted);
  };
  return (
    <TextInput
      label={label}
      size="sm"
      w={width}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      placeholder={placeholder}
      inputMode={numeric ? 'numeric' : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
      onBlur={commit}
    />
  );
}
