// Finds the faults of a value against its form, worded as the service words them. The value counts as JSON.stringify
// writes it: a Date is its timestamp, and a member with the value undefined is absent.
import type { FailureDetail } from './fault.ts';
import type { Form } from './form.ts';
import { similarName } from './similar-name.ts';
import { TEXT_FORMATS } from './text-format.ts';

export type Rules = {
  readonly named: Readonly<Record<string, Form>>;
  /** `null` for an optional member means absent. */
  readonly dropsNulls: boolean;
  /** The value is sent as JSON. */
  readonly isBody?: boolean;
  /** The object of which the value is a member. */
  readonly around?: object;
};

/** Further faults are not looked for. */
const FAULTS_MAX = 1_000;
/** A longer path belongs to an endless cascade. */
const PATH_LENGTH_MAX = 500;

/** `field`: path of the value; empty for a value without a name. */
export function findFaults(form: Form, given: unknown, field: string, rules: Rules): FailureDetail[] {
  if (form.ref !== undefined) return findFaults(sharedForm(form.ref, rules), given, field, rules);
  const value = asWritten(given);
  if (value === undefined) return [{ field, reason: 'is required', code: 'required' }];
  if (form.anyOf !== undefined) return nearest(form.anyOf, value, field, rules);
  if (!isOfType(form, value)) return [{ field, reason: `must be ${typeWords(form)}`, code: 'wrong-type' }];
  const chosen = chosenForm(form.beside, rules.around ?? {});
  if (chosen !== undefined) return findFaults(chosen, value, field, rules);
  if (form.enum !== undefined && !form.enum.includes(value))
    return [{ field, reason: `must be one of ${form.enum.join(', ')}`, code: 'not-in-list' }];
  if (typeof value === 'string') return fault(field, textProblem(form, value));
  if (typeof value === 'number') return fault(field, numberProblem(form, value));
  if (rules.isBody === true && isUntyped(form) && !isWritable(value))
    return [{ field, reason: 'must be writable as JSON', code: 'wrong-type' }];
  if (Array.isArray(value)) return listFaults(form, value, field, rules);
  return typeof value === 'object' && value !== null ? objectFaults(form, value, field, rules) : [];
}

/** Undefined: the member is missing or unknown, and its own fault says so. */
function chosenForm(choice: Form['beside'], object: object): Form | undefined {
  if (choice === undefined) return undefined;
  const value: unknown = Reflect.get(object, choice.member) ?? choice.byDefault;
  return typeof value === 'string' && Object.hasOwn(choice.forms, value) ? choice.forms[value] : undefined;
}

function sharedForm(name: string, { named }: Rules): Form {
  const form = named[name];
  if (form === undefined) throw new Error(`no form has the name ${name}`);
  return form;
}

export function asWritten(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value;
  return typeof value.toJSON === 'function' ? (value.toJSON() as unknown) : value;
}

/** The members of the value have no forms of their own, so they may be anything. */
const isUntyped = ({ properties, values, items, inside }: Form): boolean =>
  [properties, values, items, inside].every((one) => one === undefined);

/** An object that contains itself or a bigint cannot be written. */
function isWritable(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

/** The faults of the alternative that the value resembles most: of its type, then with the fewest faults. */
function nearest(forms: readonly Form[], value: unknown, field: string, rules: Rules): FailureDetail[] {
  const ofType = forms.filter((form) => isOfType(form.ref === undefined ? form : sharedForm(form.ref, rules), value));
  const found = (ofType.length > 0 ? ofType : forms).map((form) => findFaults(form, value, field, rules));
  return found.reduce((least, one) => (one.length < least.length ? one : least));
}

type Problem = { readonly reason: string; readonly code: string } | undefined;

const fault = (field: string, problem: Problem): FailureDetail[] =>
  problem === undefined ? [] : [{ field, ...problem }];

function isOfType({ type }: Form, value: unknown): boolean {
  return (
    type === undefined ||
    [type].flat().some((one) => {
      if (one === 'integer') return Number.isSafeInteger(value);
      if (one === 'number') return Number.isFinite(value);
      if (one === 'array') return Array.isArray(value);
      if (one === 'null') return value === null;
      if (one === 'signal') return value instanceof AbortSignal;
      if (one === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
      return typeof value === one;
    })
  );
}

const ARTICLES: Readonly<Record<string, string>> = {
  integer: 'an integer',
  object: 'an object',
  array: 'an array',
  signal: 'an AbortSignal',
  null: 'null',
};

const typeWords = ({ type = [] }: Form): string =>
  [type]
    .flat()
    .map((one) => ARTICLES[one] ?? `a ${one}`)
    .join(' or ');

function textProblem(form: Form, text: string): Problem {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = form;
  if (text.length < minLength)
    return {
      reason: minLength === 1 ? 'must not be empty' : `must be at least ${minLength} characters long`,
      code: 'too-short',
    };
  // Code points. A text has at most as many as UTF-16 units, so few texts are counted.
  if (text.length > maxLength && (text.length > 2 * maxLength || Array.from(text).length > maxLength))
    return { reason: `must be at most ${maxLength} characters long`, code: 'too-long' };
  if (text.includes('\0') || !text.isWellFormed())
    return { reason: 'must not contain NUL or a lone surrogate', code: 'bad-text' };
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    return { reason: form.words ?? 'must have the documented form', code: 'wrong-form' };
  const known = format === undefined ? undefined : TEXT_FORMATS[format];
  if (known === undefined || known.isFine(text)) return undefined;
  return { reason: text === '' ? 'must not be empty' : known.words, code: text === '' ? 'too-short' : 'wrong-form' };
}

function numberProblem(
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Form,
  value: number,
): Problem {
  if (value < minimum) return { reason: `must be at least ${minimum}`, code: 'too-small' };
  return value > maximum ? { reason: `must be at most ${maximum}`, code: 'too-large' } : undefined;
}

function listFaults(form: Form, list: readonly unknown[], field: string, rules: Rules): FailureDetail[] {
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = form;
  if (list.length < minItems) return [{ field, reason: 'must not be empty', code: 'too-few' }];
  if (list.length > maxItems) return [{ field, reason: `must have at most ${maxItems} items`, code: 'too-many' }];
  if (form.uniqueItems === true && new Set(list).size < list.length)
    return [{ field, reason: 'must not repeat a value', code: 'repeated' }];
  const found: FailureDetail[] = [];
  if (items === undefined) return found;
  // By position, because `forEach` skips the holes of a sparse list.
  for (let at = 0; at < list.length && found.length < FAULTS_MAX; at += 1)
    found.push(...findFaults(items, list[at], `${field}[${at}]`, rules));
  return found;
}

function objectFaults(form: Form, object: object, field: string, rules: Rules): FailureDetail[] {
  const { properties, values, required = [], inside } = form;
  if (inside !== undefined) {
    const chosen = chosenForm(inside, object);
    if (chosen !== undefined) return findFaults(chosen, object, field, rules);
    const reason = `must be one of ${Object.keys(inside.forms).join(', ')}`;
    return [{ field: joined(field, inside.member), reason, code: 'not-in-list' }];
  }
  if (field.length > PATH_LENGTH_MAX)
    return [{ field: field.slice(0, PATH_LENGTH_MAX), reason: 'must not contain itself', code: 'invalid' }];
  const members = Object.entries(object).filter(
    ([name, value]) => value !== undefined && !(value === null && rules.dropsNulls && !required.includes(name)),
  );
  const path = (name: string) => joined(field, name);
  if (members.length > (form.maxProperties ?? Number.POSITIVE_INFINITY))
    return [{ field, reason: `must have at most ${form.maxProperties} members`, code: 'too-many' }];
  if (properties === undefined)
    return members.flatMap(([name, value]) =>
      values === undefined ? [] : findFaults(values, value, path(name), rules),
    );
  const given = new Set(members.map(([name]) => name));
  const missing = required.filter((name) => !given.has(name));
  return [
    ...missing.map((name) => ({ field: path(name), reason: 'is required', code: 'required' })),
    ...members.flatMap(([name, value]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (known !== undefined) return findFaults(known, value, path(name), { ...rules, around: object });
      const meant = similarName(name, Object.keys(properties));
      const words = meant === undefined ? 'is unknown' : `is unknown: did you mean ${meant}?`;
      return [{ field: path(name), reason: words, code: 'unknown-member' }];
    }),
  ];
}

const joined = (field: string, name: string): string => (field === '' ? name : `${field}.${name}`);
