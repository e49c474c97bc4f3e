// Texts with `{token}` placeholders. A text is compiled once per dispatch and rendered once per recipient in a
// single pass, so a value that looks like a placeholder or a replacement pattern stays what it is. A message whose
// value is missing is refused, never sent with a raw placeholder.

export type CompiledText = {
  /** One more than tokens: literal 0, token 0, literal 1, … */
  literals: readonly string[];
  tokens: readonly string[];
  /** The answer for a text without placeholders, shared by all recipients. */
  plain: { text: string } | undefined;
};

const PLACEHOLDER = /\{([\p{L}\p{M}\p{Nd}_.-]+)\}/u;

export function compileText(text: string): CompiledText {
  const pieces = text.split(PLACEHOLDER);
  const literals = pieces.filter((_, at) => at % 2 === 0);
  const tokens = pieces.filter((_, at) => at % 2 === 1);
  return { literals, tokens, plain: tokens.length === 0 ? { text } : undefined };
}

/** No text of any channel is longer; a few placeholders and long values would make megabytes. */
export const RENDERED_LENGTH_MAX = 10_000;

/**
 * The text for one recipient, or the first token that has no own string, number or boolean value, or that the text is
 * too long for any channel.
 */
export function renderText(
  compiled: CompiledText,
  substitutions: Readonly<Record<string, unknown>> | undefined,
): { text: string } | { missing: string } | { tooLong: true } {
  if (compiled.plain) return compiled.plain;
  const { literals, tokens } = compiled;
  let text = literals[0] ?? '';
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const value = substitutions && Object.hasOwn(substitutions, token) ? substitutions[token] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      return { missing: token };
    }
    text += String(value) + (literals[at + 1] ?? '');
    if (text.length > RENDERED_LENGTH_MAX) return { tooLong: true };
  }
  return { text };
}
