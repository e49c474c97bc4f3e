// Destinations are digits that begin with the country code. Bulk requests carry millions of them, nearly all already
// plain: a plain number costs one pass over its characters and no new string.

import type { Brand } from './brand.ts';
import { brandOfId } from './brand.ts';

const ZERO = 48;
const NINE = 57;
const LENGTH_MIN = 10;
const LENGTH_MAX = 15;

/** Undefined: not a phone number. */
export function normalizeDestination(input: string): string | undefined {
  const digits = isAllDigits(input) ? input : stripPunctuation(input);
  if (digits === undefined || digits.length < LENGTH_MIN || digits.length > LENGTH_MAX) return undefined;
  if (digits.charCodeAt(0) === ZERO) return undefined;
  if (digits.length === 11 && digits.charCodeAt(0) === 56) return `7${digits.slice(1)}`;
  return digits;
}

function isAllDigits(input: string): boolean {
  for (let at = 0; at < input.length; at += 1) {
    const code = input.charCodeAt(at);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}

function stripPunctuation(input: string): string | undefined {
  const stripped = input.replace(/[+ ()-]/g, '');
  return isAllDigits(stripped) ? stripped : undefined;
}

/**
 * Numbers `7000B0000NN` force an outcome in test mode: B is the brand's identifier, NN the outcome. Area code 000 is
 * never assigned, so they cannot reach a subscriber.
 */
export function sandboxNumber(digits: string): { brand: Brand | undefined; outcome: number } | undefined {
  if (!digits.startsWith('7000')) return undefined;
  const found = /^7000([0-4])0000(\d\d)$/.exec(digits);
  if (!found) return undefined;
  return { brand: brandOfId(Number(found[1])), outcome: Number(found[2]) };
}
