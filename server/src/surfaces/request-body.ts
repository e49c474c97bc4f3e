// From bytes to a JSON value that the database can hold. Text that PostgreSQL would refuse or
// change silently (NUL, lone surrogates), a member named __proto__ and deep nesting stop here.
// The usual body pays for one scan of its text; only a suspicious one is walked string by string.
import { isUtf8 } from 'node:buffer';
import { Refusal } from '@volley/domain/refusal.ts';

const DEPTH_MAX = 10;

/** Escapes that may write NUL or a surrogate, and the one member name that can hurt. */
const SUSPICIOUS = /\\u(?:0000|[dD][89a-fA-F])|__proto__|\\u005[fF]/;

export function parseBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformed();
  const text = bytes.toString('utf8');
  const value = parseJson(text);
  if (!isShallow(value, DEPTH_MAX))
    throw new Refusal('bad-request', { field: 'body', problem: `is nested deeper than ${DEPTH_MAX}` });
  if (SUSPICIOUS.test(text) && !isClean(value)) {
    throw new Refusal('bad-request', {
      field: 'body',
      problem: 'must not hold NUL, lone surrogates or members named __proto__',
    });
  }
  return value;
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

/** Runs over every body, so it makes no garbage: plain loops, and no call for a member that is not nested. */
function isShallow(value: unknown, levelsLeft: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levelsLeft === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === 'object' && !isShallow(item, levelsLeft - 1)) return false;
    }
    return true;
  }
  // JSON values inherit nothing enumerable, and looking a member up by its own name is what they are for.
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    if (typeof members[name] === 'object' && !isShallow(members[name], levelsLeft - 1)) return false;
  }
  return true;
}

function isClean(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isClean);
  return Object.entries(value).every(([name, member]) => name !== '__proto__' && isClean(name) && isClean(member));
}
