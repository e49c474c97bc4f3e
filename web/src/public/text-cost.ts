// Splits a text by the cost of its characters in SMS: outside the GSM alphabet, or counted twice in it. Uses the rule
// that bills messages.

import { SEPTETS_OF_UNIT } from '@volley/domain/text/gsm7.ts';
import { foreignCharacters } from '@volley/domain/text/gsm7-replacement.ts';
import { segmentText, splitIntoParts, type TextEncoding } from '@volley/domain/text/text-segmentation.ts';

const SINGLE_MAX = { GSM7: 160, UCS2: 70 } as const;
const PART_MAX = { GSM7: 153, UCS2: 67 } as const;

/** plain, outside the GSM alphabet, or two septets in it. */
export type PieceKind = 'plain' | 'foreign' | 'double';
export type Piece = { readonly kind: PieceKind; readonly text: string };
export type TextPart = { readonly pieces: readonly Piece[]; readonly length: number };

export type TextCost = {
  readonly encoding: TextEncoding;
  readonly parts: readonly TextPart[];
  /** In units of the encoding: septets or 16-bit units. */
  readonly length: number;
  readonly left: number;
  readonly foreign: ReturnType<typeof foreignCharacters>;
};

export function costOf(text: string): TextCost {
  const { encoding } = segmentText(text);
  const foreign = foreignCharacters(text);
  const outside = new Set(foreign.map(({ character }) => character));
  const parts = (text === '' ? [] : splitIntoParts(text)).map((part) => ({
    pieces: piecesOf(part, encoding, outside),
    length: lengthOf(part, encoding),
  }));
  const room = parts.length > 1 ? PART_MAX[encoding] : SINGLE_MAX[encoding];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return { encoding, parts, length, left: room - (parts.at(-1)?.length ?? 0), foreign };
}

function lengthOf(text: string, encoding: TextEncoding): number {
  if (encoding === 'UCS2') return text.length;
  let septets = 0;
  for (let at = 0; at < text.length; at += 1) septets += SEPTETS_OF_UNIT[text.charCodeAt(at)] ?? 0;
  return septets;
}

/** Groups neighbors of one kind. A mostly Cyrillic text has no marks on single letters. */
function piecesOf(text: string, encoding: TextEncoding, outside: ReadonlySet<string>): Piece[] {
  const pieces: { kind: PieceKind; text: string }[] = [];
  for (const character of text) {
    const isDouble = encoding === 'GSM7' && SEPTETS_OF_UNIT[character.charCodeAt(0)] === 2;
    const kind = outside.has(character) ? 'foreign' : isDouble ? 'double' : 'plain';
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += character;
    else pieces.push({ kind, text: character });
  }
  return pieces;
}
