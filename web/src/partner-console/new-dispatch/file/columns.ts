// Guesses the role of each column: the phone number by title or content, the custom text by title, all others as values
// of placeholders.
import { readPhone } from '@volley/domain/numbers/written-phone.ts';

export type Mapping = {
  readonly phone: number;
  readonly customText: number | null;
  /** The placeholder per column; empty: the column is not used. */
  readonly tokens: readonly string[];
};

export type Column = { readonly title: string; readonly letter: string; readonly examples: readonly string[] };

export const PHONE_NAME =
  /телефон|^тел\.?$|моб(ильн|\.)|сотов|^номер|phone|msisdn|mobile|destination|^(tel|number|cell)$/i;
const TEXT_NAME = /^(custom[_ ]?text|text|message|текст( сообщения)?|сообщение|смс|sms)$/i;
const EXAMPLES = 3;

/** The first row is a header unless it contains a phone number. */
export function guessHeader(records: readonly (readonly string[])[]): boolean {
  const [first = []] = records;
  return !first.some((cell) => 'digits' in readPhone(cell));
}

export function columnsOf(records: readonly (readonly string[])[], hasHeader: boolean): Column[] {
  const [first = []] = records;
  const rows = hasHeader ? records.slice(1) : records;
  const width = Math.max(first.length, ...rows.slice(0, 20).map((row) => row.length));
  return Array.from({ length: width }, (_, at) => {
    const examples = rows.map((row) => row[at]?.trim() ?? '').filter((value) => value !== '');
    const letter = columnLetter(at);
    const title = hasHeader ? (first[at]?.trim() ?? '') : '';
    return { title: title === '' ? letter : title, letter, examples: examples.slice(0, EXAMPLES) };
  });
}

/** Spreadsheet names of columns: A … Z, AA … */
export function columnLetter(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnLetter(Math.floor(at / 26) - 1) + letter;
}

export function guessMapping(records: readonly (readonly string[])[], hasHeader: boolean): Mapping {
  const columns = columnsOf(records, hasHeader);
  const rows = (hasHeader ? records.slice(1) : records).slice(0, 100);
  const phone = guessPhone(columns, rows);
  const customText = columns.findIndex(({ title }, at) => at !== phone && hasHeader && TEXT_NAME.test(title));
  return {
    phone,
    customText: customText < 0 ? null : customText,
    tokens: tokensOf(columns).map((token, at) => (at === phone || at === customText ? '' : token)),
  };
}

function guessPhone(columns: readonly Column[], rows: readonly (readonly string[])[]): number {
  let best = 0;
  let bestScore = -1;
  for (const [at, { title }] of columns.entries()) {
    const filled = rows.filter((row) => (row[at] ?? '').trim() !== '');
    const phones = filled.filter((row) => 'digits' in readPhone(row[at] ?? '')).length;
    const score = phones / Math.max(filled.length, 1) + (PHONE_NAME.test(title) ? 0.6 : 0);
    if (score > bestScore) [best, bestScore] = [at, score];
  }
  return best;
}

/** A valid placeholder name; a repeated title gets a number. */
function tokensOf(columns: readonly Column[]): string[] {
  const seen = new Map<string, number>();
  return columns.map(({ title, letter }) => {
    const token = tokenOf(title) || letter;
    const times = (seen.get(token) ?? 0) + 1;
    seen.set(token, times);
    return times === 1 ? token : `${token}_${times}`;
  });
}

export function tokenOf(title: string): string {
  return title.replace(/[^\p{L}\p{M}\p{Nd}_.-]+/gu, '_').replace(/^_+|_+$/g, '');
}

/** A mapping by column titles, for other files of the same kind. */
export type RememberedMapping = {
  readonly phone: string;
  readonly customText: string | null;
  readonly tokens: Readonly<Record<string, string>>;
};

export function rememberMapping(columns: readonly Column[], mapping: Mapping): RememberedMapping {
  return {
    phone: columns[mapping.phone]?.title ?? '',
    customText: mapping.customText === null ? null : (columns[mapping.customText]?.title ?? null),
    tokens: Object.fromEntries(columns.map(({ title }, at) => [title, mapping.tokens[at] ?? ''])),
  };
}

/** Applies only if the file has the phone column; unknown columns keep their guess. */
export function recallMapping(
  columns: readonly Column[],
  guess: Mapping,
  memory: RememberedMapping | undefined,
): Mapping {
  const titleAt = (title: string | null) => columns.findIndex((column) => column.title === title);
  const phone = titleAt(memory?.phone ?? null);
  if (memory === undefined || phone < 0) return guess;
  const customText = titleAt(memory.customText);
  return {
    phone,
    customText: customText < 0 ? null : customText,
    tokens: columns.map(({ title }, at) =>
      at === phone || at === customText ? '' : (memory.tokens[title] ?? guess.tokens[at] ?? ''),
    ),
  };
}
