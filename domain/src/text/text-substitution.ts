// Texts with `{token}` placeholders. A text is compiled once per dispatch and rendered once per recipient in a single
// pass, so placeholders or replacement patterns inside a value are not expanded. A message with a missing value is
// refused, never sent with a raw placeholder.

import { must } from '../must.ts';

export type CompiledText = {
  /** Has one more item than tokens: literal 0, token 0, literal 1, … */
  literals: readonly string[];
  tokens: readonly string[];
  /** Result for a text without placeholders, shared by all recipients. */
  plain: { text: string } | undefined;
};

const PLACEHOLDER = /\{([\p{L}\p{M}\p{Nd}_.-]+)\}/u;

export function compileText(text: string): CompiledText {
  const pieces = text.split(PLACEHOLDER);
  const literals = pieces.filter((_, at) => at % 2 === 0);
  const tokens = pieces.filter((_, at) => at % 2 === 1);
  return { literals, tokens, plain: tokens.length === 0 ? { text } : undefined };
}

/** No channel allows a longer text; a few placeholders with long values would produce megabytes. */
export const RENDERED_LENGTH_MAX = 10_000;

/**
 * Text for one recipient; or the first token without an own string, number or boolean value; or `tooLong` if no
 * channel allows the length.
 */
export function renderText(
  compiled: CompiledText,
  substitutions: Readonly<Record<string, unknown>> | undefined,
): { text: string } | { missing: string } | { tooLong: true } {
  if (compiled.plain) return compiled.plain;
  const { literals, tokens } = compiled;
  let text = must(literals[0], 'first literal');
  for (let at = 0; at < tokens.length; at += 1) {
    const token = must(tokens[at], 'token');
    const value = substitutions && Object.hasOwn(substitutions, token) ? substitutions[token] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      return { missing: token };
    }
    text += String(value) + must(literals[at + 1], 'literal after a token');
    if (text.length > RENDERED_LENGTH_MAX) return { tooLong: true };
  }
  return { text };
}
