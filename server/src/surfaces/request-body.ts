// From bytes to a JSON value that the database can hold. Text that PostgreSQL would refuse or
// change silently (NUL, lone surrogates), a member named __proto__ and deep nesting stop here, and so do values
// whose number, not their bytes, would fill the memory: `{}` is two bytes on the wire and fifty in it.
// The usual body pays for two scans of its text; only a suspicious one is walked string by string.
import { isUtf8 } from 'node:buffer';
import { asFaults } from '@volley/domain/fault.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { scanBody } from './scan-body.ts';

/** Escapes that may write NUL or a surrogate, and the one member name that can hurt, however its letters are written. */
const SUSPICIOUS = /\\u(?:0000|00[5-7]|[dD][89a-fA-F])|__proto__/;

export function parseBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformed();
  const problem = scanBody(bytes);
  if (problem !== undefined) throw refused(problem);
  const text = bytes.toString('utf8');
  const value = parseJson(text);
  if (SUSPICIOUS.test(text) && !isClean(value))
    throw new Refusal('bad-request', {
      field: findDirty(value, '') || 'body',
      problem: 'must not hold NUL, lone surrogates or members named __proto__',
      code: 'bad-text',
    });
  return value;
}

const refused = (problem: string) => new Refusal('bad-request', { field: 'body', problem, code: 'too-many' });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    throw malformed();
  }
}

export function malformed(): Refusal {
  const found = asFaults([{ field: 'body', reason: 'must be JSON in UTF-8', code: 'malformed-json' }]);
  return new Refusal('bad-request', { field: 'Malformed JSON' }, { found });
}

/**
 * Members and items of a parsed body, at every level; what is beyond `max` is not counted to its end. Makes no garbage
 * and no call for a member that is not nested.
 */
export function countValues(value: unknown, max = Number.POSITIVE_INFINITY): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      count += typeof item === 'object' ? 1 + countValues(item, max - count) : 1;
      if (count > max) return count;
    }
    return count;
  }
  // JSON values inherit nothing enumerable, and looking a member up by its own name is what they are for.
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    count += typeof members[name] === 'object' ? 1 + countValues(members[name], max - count) : 1;
    if (count > max) return count;
  }
  return count;
}

const isCleanText = (text: string) => text.isWellFormed() && !text.includes('\0');

function isClean(value: unknown): boolean {
  if (typeof value === 'string') return isCleanText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isClean);
  return Object.entries(value).every(([name, member]) => name !== '__proto__' && isCleanText(name) && isClean(member));
}

/** Where the first value stands that is not clean, or the object with such a member; empty for the body itself. */
function findDirty(value: unknown, path: string): string {
  if (Array.isArray(value)) {
    const at = value.findIndex((item) => !isClean(item));
    return at === -1 ? path : findDirty(value[at], `${path}[${at}]`);
  }
  if (typeof value !== 'object' || value === null) return path;
  const inner = Object.entries(value).find(([, member]) => !isClean(member));
  const hasOddName = inner === undefined || inner[0] === '__proto__' || !isCleanText(inner[0]);
  return hasOddName ? path : findDirty(inner[1], path === '' ? inner[0] : `${path}.${inner[0]}`);
}
