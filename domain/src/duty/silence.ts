// Silences name an alert or, with stars, several: `link-down:*`, `*:megafon`.

export type Silence = { readonly pattern: string; readonly untilAt: Date };

export const SILENCE_PATTERN_LENGTH_MAX = 200;
export const SILENCE_DAYS_MAX = 30;

/** A star stands for any characters. In linear time: parts between stars are found one after the other. */
export function matchesPattern(key: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return key === pattern;
  const last = rest.pop() ?? '';
  if (!key.startsWith(first) || !key.endsWith(last) || key.length < first.length + last.length) return false;
  let at = first.length;
  const end = key.length - last.length;
  for (const part of rest) {
    const found = key.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** The end of the longest silence that holds; null: none. */
export function silencedUntil(key: string, silences: readonly Silence[], now: Date): Date | null {
  const ends = silences
    .filter(({ pattern, untilAt }) => untilAt > now && matchesPattern(key, pattern))
    .map(({ untilAt }) => untilAt.getTime());
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}
