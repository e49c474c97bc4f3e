// The text of a recipient: its own text, or the text of the dispatch with its values.

import { type CompiledText, renderText } from '@volley/domain/text/text-substitution.ts';

export type Recipient = {
  readonly destination: string;
  readonly substitutions?: Readonly<Record<string, unknown>>;
  readonly customText?: string;
};

export function recipientText(compiled: CompiledText, { customText, substitutions }: Recipient) {
  return customText === undefined ? renderText(compiled, substitutions) : { text: customText };
}
