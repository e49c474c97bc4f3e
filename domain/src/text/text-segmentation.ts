// Number of parts of an SMS text, for billing and sending. Parts count septets or UTF-16 units, as message centers do;
// joined graphemes may be split, an escape pair or a surrogate pair never. 153 and 67 leave space for a six-octet
// header with an 8-bit reference, so the connector sends exactly the parts counted here.

import { SEPTETS_OF_UNIT } from './gsm7.ts';

export type TextEncoding = 'GSM7' | 'UCS2';

const SINGLE_MAX = { GSM7: 160, UCS2: 70 } as const;
const PART_MAX = { GSM7: 153, UCS2: 67 } as const;

export function segmentText(text: string): { encoding: TextEncoding; parts: number } {
  const septets = countSeptets(text);
  const encoding = septets < 0 ? 'UCS2' : 'GSM7';
  const length = septets < 0 ? text.length : septets;
  if (length <= SINGLE_MAX[encoding]) return { encoding, parts: 1 };
  return { encoding, parts: partEnds(text, encoding).length };
}

export function countParts(text: string): number {
  return segmentText(text).parts;
}

export function splitIntoParts(text: string): string[] {
  const { encoding, parts } = segmentText(text);
  if (parts === 1) return [text];
  let start = 0;
  return partEnds(text, encoding).map((end) => {
    const part = text.slice(start, end);
    start = end;
    return part;
  });
}

/** Septets or UTF-16 units that fit before another part begins. */
export function unitsLeft(text: string): number {
  const { encoding, parts } = segmentText(text);
  if (parts === 1) return SINGLE_MAX[encoding] - lengthIn(text, encoding);
  const ends = partEnds(text, encoding);
  return PART_MAX[encoding] - lengthIn(text.slice(ends.at(-2) ?? 0), encoding);
}

function lengthIn(text: string, encoding: TextEncoding): number {
  return encoding === 'UCS2' ? text.length : countSeptets(text);
}

export function isGsm7(text: string): boolean {
  return countSeptets(text) >= 0;
}

/** -1 if a character is outside the alphabet. */
function countSeptets(text: string): number {
  let septets = 0;
  for (let at = 0; at < text.length; at += 1) {
    const cost = SEPTETS_OF_UNIT[text.charCodeAt(at)] ?? 0;
    if (cost === 0) return -1;
    septets += cost;
  }
  return septets;
}

function partEnds(text: string, encoding: TextEncoding): number[] {
  const ends: number[] = [];
  let filled = 0;
  let at = 0;
  while (at < text.length) {
    const units = encoding === 'UCS2' && isSurrogatePair(text, at) ? 2 : 1;
    const cost = encoding === 'UCS2' ? units : (SEPTETS_OF_UNIT[text.charCodeAt(at)] ?? 0);
    if (filled + cost > PART_MAX[encoding]) {
      ends.push(at);
      filled = 0;
    }
    filled += cost;
    at += units;
  }
  ends.push(text.length);
  return ends;
}

function isSurrogatePair(text: string, at: number): boolean {
  const high = text.charCodeAt(at);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = text.charCodeAt(at + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}
