// Characters outside the GSM 7-bit alphabet and their replacements. A single em dash reduces a part from 160 to 70
// characters.
import { must } from '../must.ts';
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
  ...Array.from('абвгдежзийклмнопрстуфхцчшщъыьэюя', (letter, at) => [letter, must(LATIN[at], letter)] as const),
  ['ё', 'e'],
]);

export type ForeignCharacter = {
  readonly character: string;
  readonly count: number;
  /** Replacement with the same meaning, undefined if none. */
  readonly replacement: string | undefined;
  readonly isCyrillic: boolean;
};

/** Characters outside the GSM 7-bit alphabet, each once, in order of appearance. */
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

/** Replaces every character that has a replacement, or only `only`. */
export function replaceForeign(text: string, only?: string): string {
  let replaced = '';
  for (const character of text) {
    const isWanted = only === undefined ? !isWithin(character) : character === only;
    replaced += (isWanted ? REPLACEMENTS[character] : undefined) ?? character;
  }
  return replaced;
}

/** Writes Russian in Latin letters; names of placeholders stay. */
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
