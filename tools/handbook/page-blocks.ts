// The blocks of a handbook page, in order: shell blocks with the user and folder that their first comment names,
// statements of SQL, configuration.

export type PageBlock =
  | { readonly kind: 'shell'; readonly user: string; readonly folder: string; readonly lines: readonly string[] }
  | { readonly kind: 'sql'; readonly text: string }
  | { readonly kind: 'ini'; readonly text: string }
  | { readonly kind: 'conf'; readonly text: string };

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;
const AS = /^# as (\w+)(?:, in (\S+))?$/;

/** A shell block without a user is an example and not part of the steps. */
export function pageBlocks(page: string): PageBlock[] {
  return [...page.matchAll(FENCE)].flatMap(([, language = '', text = '']): PageBlock[] => {
    if (language === 'sql' || language === 'ini' || language === 'conf') return [{ kind: language, text }];
    const [first = '', ...lines] = text.trimEnd().split('\n');
    const [, user, folder = '/'] = AS.exec(first) ?? [];
    if (language !== 'sh' || user === undefined) return [];
    return [{ kind: 'shell', user, folder, lines }];
  });
}

/** Replaces the placeholders of a line in order; there must be as many values. */
export function filledIn(line: string, values: readonly string[]): string {
  const places = line.split('…');
  if (places.length - 1 !== values.length)
    throw new Error(`${values.length} values for ${places.length - 1} placeholders in: ${line}`);
  return places.map((part, at) => part + (values[at] ?? '')).join('');
}
