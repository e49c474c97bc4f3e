// Compiled schema checks and their messages: `messages[3].destination must be a string`. Bodies are never coerced: "5"
// is not 5. Undeclared members are ignored.

import { parseDatetime } from '@volley/contract/datetime.ts';
import { asFaults, type Fault, type FaultCode, type Faults, gatherFaults } from '@volley/domain/refusals/fault.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { _, Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { countValues } from './request-body.ts';

/** All faults are collected before the first twenty are reported; of a longer list only the beginning is checked. */
const EXPLAINED_MAX = 20_000;
const LOOKED_THROUGH_MAX = 2 * EXPLAINED_MAX;
/** Limit of the errors that are worded, or checked for further faults. */
const WORDED_MAX = 200;
const PATH_LENGTH_MAX = 200;

const formats = {
  'date-time': (text: string) => parseDatetime(text) !== undefined,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  'callback-url': isHttpUrl,
};

/** `x-whole`: a list parameter whose values may contain commas. `x-form`: the message for a pattern. */
const options = {
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  formats,
  keywords: ['x-whole', 'x-form'],
  // A referenced part is compiled once, on its own.
  inlineRefs: false,
  // The message for a pattern comes from the failed schema.
  verbose: true,
} as const;
const firstError = validatorWith(false);
const allErrors = validatorWith(true);

function validatorWith(isThorough: boolean): Ajv {
  const ajv = new Ajv({ ...options, keywords: [...options.keywords], allErrors: isThorough });
  return ajv.removeKeyword('maxLength').addKeyword({
    keyword: 'maxLength',
    type: 'string',
    schemaType: 'number',
    error: { message: 'must be shorter', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    validate: isWithin,
  });
}

/** Code points. A text has at most as many as UTF-16 units, so valid texts are rarely counted. */
function isWithin(limit: number, text: string): boolean {
  return text.length <= limit || (text.length <= 2 * limit && Array.from(text).length <= limit);
}

/** The faults of a value, and its valid part for further rules. */
export type Checked = { readonly found: Faults; readonly sound: unknown };

export type Check = (value: unknown) => Checked;

/** The first error of a value, in the order of its schema; undefined: none. */
export type FindFirst = (value: unknown) => ErrorObject | undefined;

const NOTHING = asFaults([]);

export function compileCheck(schema: TSchema): Check {
  const findFirst = compileFirst(schema);
  const explain = compileExplain(schema);
  return (value) => explain(value, findFirst(value));
}

export function compileFirst(schema: TSchema): FindFirst {
  const isValid = firstError.compile(schema);
  return (value) => {
    if (isValid(value)) return undefined;
    const [first] = isValid.errors ?? [];
    if (first === undefined)
      throw new Error(`Ajv rejected a value of ${JSON.stringify(schema).slice(0, 80)} without an error`);
    return first;
  };
}

/** A reference to the schema, for other schemas that are compiled for their first error. */
export function referTo(schema: TSchema): TSchema {
  partsNamed += 1;
  const name = `part-${partsNamed}`;
  firstError.addSchema(schema, name);
  return { $ref: name };
}

let partsNamed = 0;

/** Collects all faults of a value whose first error is known. */
export function compileExplain(schema: TSchema): (value: unknown, first: ErrorObject | undefined) => Checked {
  let validate: ValidateFunction | undefined;
  return (value, first) => {
    if (first === undefined) return { found: NOTHING, sound: value };
    // The slower validator for all errors is compiled on first use.
    validate ??= allErrors.compile(schema);
    const beginning = beginningOf(value);
    const others = beginning && errorsOf(validate, beginning.value);
    const errors = [first, ...(others ?? [])];
    const found = gatherFaults([{ faults: errors.slice(0, WORDED_MAX).map(faultOf), total: errors.length }]);
    const isKnown = beginning !== undefined && errors.length <= WORDED_MAX;
    return { found, sound: isKnown ? soundPart(beginning.value, errors) : undefined };
  };
}

function errorsOf(validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  validate(value);
  return validate.errors ?? [];
}

type Beginning = { readonly value: unknown };

/** Items are included completely or not at all, so no false faults appear. Undefined: too large to check. */
function beginningOf(value: unknown): Beginning | undefined {
  if (typeof value !== 'object' || value === null) return { value };
  if (!Array.isArray(value)) return firstOfLists(value);
  const items = firstItems(value);
  return countValues(items, LOOKED_THROUGH_MAX) > LOOKED_THROUGH_MAX ? undefined : { value: items };
}

function firstOfLists(object: object): Beginning | undefined {
  let left = LOOKED_THROUGH_MAX;
  const shown: [string, unknown][] = [];
  for (const [name, member] of Object.entries(object)) {
    const beginning: unknown = Array.isArray(member) ? firstItems(member) : member;
    left -= 1 + countValues(beginning, left);
    if (left < 0) return undefined;
    shown.push([name, beginning]);
  }
  return { value: Object.fromEntries(shown) };
}

function firstItems(list: readonly unknown[]): readonly unknown[] {
  let left = EXPLAINED_MAX;
  const end = list.findIndex((item) => {
    left -= 1 + countValues(item, left);
    return left < 0;
  });
  return end === -1 ? list : list.slice(0, Math.max(1, end));
}

function faultOf(error: ErrorObject): Fault {
  const missing: unknown = error.params['missingProperty'];
  const path = typeof missing === 'string' ? `${error.instancePath}/${missing}` : error.instancePath;
  return { field: fieldName(path) || 'body', reason: reasonOf(error), code: CODES[error.keyword] ?? 'invalid' };
}

const CODES: Readonly<Record<string, FaultCode>> = {
  required: 'required',
  type: 'wrong-type',
  enum: 'not-in-list',
  minimum: 'too-small',
  maximum: 'too-large',
  minLength: 'too-short',
  maxLength: 'too-long',
  minItems: 'too-few',
  minProperties: 'too-few',
  maxItems: 'too-many',
  maxProperties: 'too-many',
  uniqueItems: 'repeated',
  format: 'wrong-form',
  pattern: 'wrong-form',
};

/** A copy without the invalid members; a list with an invalid item is removed. */
function soundPart(value: unknown, errors: readonly ErrorObject[]): unknown {
  const paths = errors.filter(({ keyword }) => keyword !== 'required').map(({ instancePath }) => instancePath);
  if (paths.includes('')) return undefined;
  const sound: unknown = structuredClone(value);
  for (const path of paths) dropMember(sound, path.split('/').slice(1));
  return sound;
}

/** Removes the member from the innermost object of the path. */
function dropMember(root: unknown, path: readonly string[]): void {
  let at: unknown = root;
  let innermost: (() => void) | undefined;
  for (const part of path) {
    if (typeof at !== 'object' || at === null) break;
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const holder = at;
    if (!Array.isArray(holder)) innermost = () => Reflect.deleteProperty(holder, name);
    at = Object.getOwnPropertyDescriptor(holder, name)?.value as unknown;
  }
  if (innermost === undefined && Array.isArray(root)) root[Number(path[0])] = undefined;
  innermost?.();
}

/** Turns a JSON pointer into `messages[3].destination`. */
function fieldName(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`))
    .join('')
    .replace(/^\./, '')
    .slice(0, PATH_LENGTH_MAX);
}

function reasonOf({ keyword, params, message, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return PROBLEM.required;
    case 'type':
      return `must be ${[params['type']].flat().map(article).join(' or ')}`;
    case 'enum':
      return `must be one of ${[params['allowedValues']].flat().join(', ')}`;
    case 'minimum':
      return `must be at least ${params['limit']}`;
    case 'maximum':
      return `must be at most ${params['limit']}`;
    case 'minLength':
      return params['limit'] === 1 ? PROBLEM.empty : `must be at least ${params['limit']} characters long`;
    case 'maxLength':
      return `must be at most ${params['limit']} characters long`;
    case 'minItems':
    case 'minProperties':
      return PROBLEM.empty;
    case 'maxItems':
      return `must have at most ${params['limit']} items`;
    case 'uniqueItems':
      return 'must not repeat a value';
    case 'format':
      return FORMAT_REASONS[String(params['format'])] ?? 'must be valid';
    case 'maxProperties':
      return `must have at most ${params['limit']} members`;
    case 'pattern':
      return wordsOf(parentSchema) ?? 'must have the documented form';
    default:
      return message ?? 'must be valid';
  }
}

function wordsOf(schema: unknown): string | undefined {
  const { 'x-form': words }: { 'x-form'?: unknown } = Object(schema);
  return typeof words === 'string' ? words : undefined;
}

const FORMAT_REASONS: Readonly<Record<string, string>> = {
  'date-time': PROBLEM.timestamp,
  uuid: 'must be a UUID',
  'callback-url': 'must be an http or https URL',
};

const ARTICLES: Readonly<Record<string, string>> = {
  integer: 'an integer',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

function article(type: unknown): string {
  return ARTICLES[String(type)] ?? `a ${String(type)}`;
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && /^https?:\/\/[^/?#\\]/i.test(text) && !/\s/.test(text);
}
