// From bytes to a JSON value that the database can hold. Text that PostgreSQL would refuse or
// change silently (NUL, lone surrogates), a member named __proto__ and deep nesting stop here, and so do values
// whose number, not their bytes, would fill the memory: `{}` is two bytes on the wire and fifty in it.
// The usual body pays for one scan of its text; only a suspicious one is walked string by string.
import { isUtf8 } from 'node:buffer';
import { Refusal } from '@volley/domain/refusal.ts';

const DEPTH_MAX = 10;
/** The fullest body of the contract has some hundred thousand. */
const VALUES_MAX = 1_000_000;

/** Escapes that may write NUL or a surrogate, and the one member name that can hurt, however its letters are written. */
const SUSPICIOUS = /\\u(?:0000|00[5-7]|[dD][89a-fA-F])|__proto__/;

export function parseBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformed();
  if (bytes.length > VALUES_MAX && countOpening(bytes) > VALUES_MAX) throw tooMany();
  const text = bytes.toString('utf8');
  const value = parseJson(text);
  const count = countValues(value, DEPTH_MAX);
  if (count === Number.POSITIVE_INFINITY) throw refused(`is nested deeper than ${DEPTH_MAX}`);
  if (count > VALUES_MAX) throw tooMany();
  if (SUSPICIOUS.test(text) && !isClean(value))
    throw refused('must not hold NUL, lone surrogates or members named __proto__');
  return value;
}

const refused = (problem: string) => new Refusal('bad-request', { field: 'body', problem });
const tooMany = () => refused(`holds more than ${VALUES_MAX} values`);

/** At least as many as there are objects and lists: known before any of them is made. */
function countOpening(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0x7b || byte === 0x5b) count += 1;
  return count;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    throw malformed();
  }
}

function malformed(): Refusal {
  return new Refusal('bad-request', { field: 'Malformed JSON' });
}

/**
 * Members and items, at every level; infinitely many when they are nested too deep. Runs over every body, so it makes
 * no garbage: plain loops, and no call for a member that is not nested.
 */
export function countValues(value: unknown, levelsLeft = DEPTH_MAX): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (levelsLeft === 0) return Number.POSITIVE_INFINITY;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += typeof item === 'object' ? 1 + countValues(item, levelsLeft - 1) : 1;
    return count;
  }
  // JSON values inherit nothing enumerable, and looking a member up by its own name is what they are for.
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members)
    count += typeof members[name] === 'object' ? 1 + countValues(members[name], levelsLeft - 1) : 1;
  return count;
}

function isClean(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isClean);
  return Object.entries(value).every(([name, member]) => name !== '__proto__' && isClean(name) && isClean(member));
}
