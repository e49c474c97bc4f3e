// Compiled checks of what comes in, and their complaints in the words of the interface:
// `messages[3].destination must be a string`. Bodies are never coerced: "5" is not 5.
// Members nobody declared are left alone and never read.
import { parseDatetime } from '@volley/contract/datetime.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { countValues } from './request-body.ts';

const DETAILS_MAX = 20;
/** Every complaint is found before the first twenty are shown: of a longer list than this only the beginning is asked. */
const EXPLAINED_MAX = 20_000;
const PATH_LENGTH_MAX = 200;

const formats = {
  'date-time': (text: string) => parseDatetime(text) !== undefined,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  'callback-url': isHttpUrl,
};

/** `x-whole`: a list parameter whose values may hold commas. */
const options = {
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  formats,
  keywords: ['x-whole'],
} as const;
const firstError = new Ajv({ ...options, keywords: [...options.keywords] });
const allErrors = new Ajv({ ...options, keywords: [...options.keywords], allErrors: true });

export type Complaint = { readonly field: string; readonly reason: string };

/** The first complaint makes the message, all of them are shown beside it. */
export class InvalidInput extends Error {
  readonly complaints: readonly Complaint[];
  readonly refusal: Refusal;

  constructor(complaints: readonly Complaint[]) {
    const { field, reason } = complaints[0] ?? { field: 'body', reason: 'is not valid' };
    const refusal = new Refusal('bad-request', { field, problem: reason });
    super(refusal.message);
    this.complaints = complaints;
    this.refusal = refusal;
  }
}

/** Throws `InvalidInput`, or returns when there is nothing to complain about. */
export type Check = (value: unknown) => void;

export function compileCheck(schema: TSchema): Check {
  const isValid = firstError.compile(schema);
  let explain: ValidateFunction | undefined;
  return (value) => {
    if (isValid(value)) return;
    const [first] = (isValid.errors ?? []).map(complaint);
    // The slower validator that collects every complaint is built when somebody first needs it.
    explain ??= allErrors.compile(schema);
    const others = explained(explain, value).filter(
      ({ field, reason }) => field !== first?.field || reason !== first.reason,
    );
    throw new InvalidInput([...(first === undefined ? [] : [first]), ...others].slice(0, DETAILS_MAX));
  };
}

function explained(explain: ValidateFunction, value: unknown): Complaint[] {
  const beginning = beginningOf(value);
  if (countValues(beginning) > 2 * EXPLAINED_MAX) return [];
  explain(beginning);
  return (explain.errors ?? []).slice(0, DETAILS_MAX).map(complaint);
}

/** An item is whole or not there, so nothing is complained of that is not wrong. */
function beginningOf(value: unknown): unknown {
  if (Array.isArray(value)) return firstItems(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, Array.isArray(member) ? firstItems(member) : member]),
  );
}

function firstItems(list: readonly unknown[]): readonly unknown[] {
  let left = EXPLAINED_MAX;
  const end = list.findIndex((item) => {
    left -= 1 + countValues(item);
    return left < 0;
  });
  return end === -1 ? list : list.slice(0, Math.max(1, end));
}

function complaint(error: ErrorObject): Complaint {
  const missing: unknown = error.params['missingProperty'];
  const path = typeof missing === 'string' ? `${error.instancePath}/${missing}` : error.instancePath;
  return { field: fieldName(path) || 'body', reason: reasonOf(error) };
}

/** From a JSON pointer to `messages[3].destination`. */
function fieldName(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`))
    .join('')
    .replace(/^\./, '')
    .slice(0, PATH_LENGTH_MAX);
}

function reasonOf({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${[params['type']].flat().map(article).join(' or ')}`;
    case 'enum':
      return `must be one of ${[params['allowedValues']].flat().join(', ')}`;
    case 'minimum':
      return `must be at least ${params['limit']}`;
    case 'maximum':
      return `must be at most ${params['limit']}`;
    case 'minLength':
      return params['limit'] === 1 ? 'must not be empty' : `must be at least ${params['limit']} characters long`;
    case 'maxLength':
      return `must be at most ${params['limit']} characters long`;
    case 'minItems':
    case 'minProperties':
      return 'must not be empty';
    case 'maxItems':
      return `must have at most ${params['limit']} items`;
    case 'uniqueItems':
      return 'must not repeat a value';
    case 'format':
      return FORMAT_REASONS[String(params['format'])] ?? 'is not valid';
    case 'pattern':
      return 'has a wrong form';
    default:
      return message ?? 'is not valid';
  }
}

const FORMAT_REASONS: Readonly<Record<string, string>> = {
  'date-time': 'must be an ISO 8601 time with an offset or Z',
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
