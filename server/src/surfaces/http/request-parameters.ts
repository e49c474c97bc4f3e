// Query and path parameters arrive as text. Integers match a strict pattern ("0x10", "1e3" and "01" are not numbers),
// lists may be repeated or comma separated, and defaults come from the schema. A value that cannot be decoded stays
// text, so that the schema check reports it. NUL is refused here, because the database cannot store it.
import { ID_MAX } from '@volley/contract/fields.ts';
import { asFaults, type Fault } from '@volley/domain/refusals/fault.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { TObject } from 'typebox';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const INTEGER = /^(?:0|[1-9]\d{0,9})$/;

/** Every list accepts both spellings of the page size; the documented one takes precedence. */
const OTHER_SPELLING: Readonly<Record<string, string>> = { per_page: 'perPage', perPage: 'per_page' };

export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

type ReadQuery = { readonly values: Record<string, unknown>; readonly faults: readonly Fault[] };

export function decodeQuery(schema: TObject, raw: RawQuery): ReadQuery {
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [name, property] of Object.entries(schema.properties)) {
    const { default: fallback }: { default?: unknown } = property;
    const given = raw[name] ?? raw[OTHER_SPELLING[name] ?? name] ?? bracketed(property, name, raw);
    const fault = given === undefined ? undefined : faultOf(property, name, given);
    if (fault !== undefined) faults.push(fault);
    const value = given === undefined || fault !== undefined ? fallback : decodeValue(property, given);
    if (value !== undefined) values[name] = value;
  }
  return { values, faults };
}

function faultOf({ type }: Property, field: string, given: string | readonly string[]): Fault | undefined {
  if ([given].flat().some((text) => text.includes('\0')))
    return { field, reason: 'must not contain NUL', code: 'bad-text' };
  if (type === 'array' || typeof given === 'string') return undefined;
  return { field, reason: 'must be given once', code: 'given-twice' };
}

/** Names of the query that the endpoint does not declare, in the order of the query. */
export function unknownParameters(schema: TObject | undefined, raw: RawQuery): string[] {
  const names = Object.keys(raw);
  if (names.length === 0) return names;
  const known = new Set(Object.keys(schema?.properties ?? {}));
  return names.filter((name) => {
    const bare = name.replace(/\[\d*\]$/, '');
    return !known.has(bare) && !known.has(OTHER_SPELLING[bare] ?? bare);
  });
}

/** A malformed id in the path answers 404 like an unknown one, and describes the form of an id. */
export function decodePathIds(
  schema: TObject,
  raw: Readonly<Record<string, string | undefined>>,
): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [name, decodePathId(name, property, raw[name] ?? '')]),
  );
}

function decodePathId(
  field: string,
  { pattern, format }: { pattern?: unknown; format?: unknown },
  text: string,
): number | string {
  const wanted = format === 'uuid' ? UUID : typeof pattern === 'string' ? new RegExp(pattern) : undefined;
  const id = wanted === undefined ? decodeInteger(text) : text;
  const isKnownForm = typeof id === 'number' ? id >= 1 && id <= ID_MAX : wanted?.test(id) === true;
  if (isKnownForm) return id;
  const form = format === 'uuid' ? 'a UUID' : wanted === undefined ? `an integer from 1 to ${ID_MAX}` : 'an id';
  const fault: Fault = { field, reason: `must be ${form}`, code: 'wrong-form' };
  throw new Refusal('not-found', undefined, { found: asFaults([fault]) });
}

type Property = {
  type?: unknown;
  items?: { type?: unknown; maxLength?: unknown };
  maxItems?: unknown;
  'x-whole'?: unknown;
};

/** Many HTTP clients write list names with brackets, empty or numbered; ignoring them would drop the filter. */
function bracketed({ type }: Property, name: string, raw: RawQuery): readonly string[] | undefined {
  if (type !== 'array') return undefined;
  const values = Object.entries(raw).flatMap(([key, value]) =>
    key.startsWith(`${name}[`) && /^\[\d*\]$/.test(key.slice(name.length)) ? (value ?? []) : [],
  );
  return values.length === 0 ? undefined : values;
}

function decodeValue(property: Property, given: string | readonly string[]): unknown {
  const { type } = property;
  if (type === 'array') {
    const items = [given].flat().flatMap((item) => listed(property, item));
    return property.items?.type === 'integer' ? items.map(decodeInteger) : items;
  }
  if (typeof given !== 'string') return given;
  if (type === 'integer') return decodeInteger(given);
  if (type === 'boolean') return given === 'true' ? true : given === 'false' ? false : given;
  return given;
}

/** `x-whole`: a comma is part of the value; `too`: both readings apply, as far as the list may hold both. */
function listed({ items, maxItems, 'x-whole': whole }: Property, item: string): string[] {
  if (whole === true || !item.includes(',')) return [item];
  const parts = item.split(',');
  const isOne = whole === 'too' && item.length <= Number(items?.maxLength) && !(parts.length >= Number(maxItems));
  return isOne ? [item, ...parts] : parts;
}

function decodeInteger(text: string): number | string {
  return INTEGER.test(text) ? Number(text) : text;
}
