import { Code } from '@mantine/core';

/** Words between backticks are what one types or reads in code. */
export function MarkedText({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, at) =>
      at % 2 === 1 ? <Code key={`${at} ${part}`}>{part}</Code> : <span key={`${at} ${part}`}>{part}</span>,
    );
}
