// The text of a recipient: its own text, or the text of the dispatch with its values.

import { type CompiledText, RENDERED_LENGTH_MAX, renderText } from '@volley/domain/text/text-substitution.ts';

export type Recipient = {
  readonly destination: string;
  readonly substitutions?: Readonly<Record<string, unknown>>;
  readonly customText?: string;
};

const TOO_LONG = { tooLong: true } as const;

export function recipientText(compiled: CompiledText, { customText, substitutions }: Recipient) {
  if (customText === undefined) return renderText(compiled, substitutions);
  return customText.length > RENDERED_LENGTH_MAX ? TOO_LONG : { text: customText };
}
