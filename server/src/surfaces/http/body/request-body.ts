// Parses bytes to a JSON value that the database can store. Refuses text that PostgreSQL rejects or changes silently
// (NUL, lone surrogates), a member named __proto__, deep nesting, and too many values: `{}` is two bytes on the wire
// and fifty in memory. A typical body costs two scans of its text; only a suspicious one is walked string by string.
import { isUtf8 } from 'node:buffer';
import { asFaults, type Fault } from '@volley/domain/refusals/fault.ts';
import { Refusal, refusalOf } from '@volley/domain/refusals/refusal.ts';
import { scanBody } from './scan-body.ts';

/** Escapes that may encode NUL, a surrogate or a letter of __proto__, and __proto__ itself. */
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
      problem: 'must not contain NUL, lone surrogates or members named __proto__',
      code: 'bad-text',
    });
  return value;
}

/** A single object counts as a list of one item, and so do the paths of its faults. */
export function asOnlyItem(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.reason !== 'bad-request') return error;
  const { faults, total } = error.found;
  const isPath = ({ field }: Fault) => field !== 'body' && !field.startsWith('[');
  if (!faults.some(isPath)) return error;
  return refusalOf({ faults: faults.map((fault) => ({ ...fault, field: `[0].${fault.field}` })), total });
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
 * Number of members and items of a parsed body at every level; stops counting above `max`. Allocates nothing and makes
 * no call for a member that is not nested.
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
  // JSON values inherit nothing enumerable.
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

/** Path of the first value that is not clean, or of the object with such a member; empty: the body itself. */
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
