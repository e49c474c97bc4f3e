// Characters that cost a text its seven-bit alphabet, and what may stand in their place. A single long dash makes every
// part hold 70 characters instead of 160.
import { SEPTETS_OF_UNIT } from './gsm7.ts';

const REPLACEMENTS: Readonly<Record<string, string>> = {
  '«': '"',
  '»': '"',
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '`': "'",
  '´': "'",
  '—': '-',
  '–': '-',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '\u200b': '',
  '\u2060': '',
  '\ufeff': '',
  '\t': ' ',
  '№': 'No.',
  '•': '*',
  '·': '*',
  '×': 'x',
  '₽': 'RUB',
  '©': '(c)',
  '®': '(R)',
  '™': '(TM)',
  '°': ' deg.',
  '½': '1/2',
  '→': '->',
  '←': '<-',
  '≤': '<=',
  '≥': '>=',
};

const LATIN = 'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya'.split(' ');
const LETTERS = new Map([
  ...Array.from('абвгдежзийклмнопрстуфхцчшщъыьэюя', (letter, at) => [letter, LATIN[at] ?? ''] as const),
  ['ё', 'e'],
]);

export type ForeignCharacter = {
  readonly character: string;
  readonly count: number;
  /** In its place without changing the sense; undefined where nothing does. */
  readonly replacement: string | undefined;
  readonly isCyrillic: boolean;
};

/** What of a text is outside the seven-bit alphabet, each character once, in order of appearance. */
export function foreignCharacters(text: string): ForeignCharacter[] {
  const counts = new Map<string, number>();
  for (const character of text) if (!isWithin(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts].map(([character, count]) => ({
    character,
    count,
    replacement: REPLACEMENTS[character],
    isCyrillic: isCyrillic(character),
  }));
}

function isWithin(character: string): boolean {
  return character.length === 1 && (SEPTETS_OF_UNIT[character.charCodeAt(0)] ?? 0) > 0;
}

export function isCyrillic(character: string): boolean {
  return /^\p{Script=Cyrillic}$/u.test(character);
}

/** Everything that has a replacement, replaced; `only` limits it to one character. */
export function replaceForeign(text: string, only?: string): string {
  let replaced = '';
  for (const character of text) {
    const isWanted = only === undefined ? !isWithin(character) : character === only;
    replaced += (isWanted ? REPLACEMENTS[character] : undefined) ?? character;
  }
  return replaced;
}

/** Russian in Latin letters; placeholders keep their names. */
export function transliterate(text: string): string {
  return text
    .split(/(\{[^{}]*\})/)
    .map((piece, at) => (at % 2 === 1 ? piece : replaceForeign(Array.from(piece, latinOf).join(''))))
    .join('');
}

function latinOf(letter: string): string {
  const small = letter.toLowerCase();
  const latin = LETTERS.get(small);
  if (latin === undefined) return letter;
  return small === letter ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
}
