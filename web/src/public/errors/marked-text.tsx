import { Code } from '@mantine/core';

/** Text between backticks is code. */
export function MarkedText({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, at) =>
      at % 2 === 1 ? <Code key={`${at} ${part}`}>{part}</Code> : <span key={`${at} ${part}`}>{part}</span>,
    );
}
