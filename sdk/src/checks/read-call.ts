// The arguments of a named method as a request. All faults of a call are reported together, before any request.
import { InvalidArgument } from '../errors/invalid-argument.ts';
import type { Called } from '../requester.ts';
import type { RequestInput } from '../requests/request.ts';
import type { FormOptions } from '../route.ts';
import type { FailureDetail } from './fault.ts';
import { findFaults, type Rules } from './find-faults.ts';
import type { Form, MethodForm } from './form.ts';

/**
 * - `all`: every argument is compared with the contract of this version of the client
 * - `ids`: only ids and options; the service checks bodies and queries, for services that are newer than the client.
 *   In a list that goes in parts also types and required members, because a fault of a later part would come too late
 */
export type Checks = 'all' | 'ids';

export type CheckedMethod = Called & {
  readonly forms: MethodForm;
  readonly named: Rules['named'];
  readonly checks: Checks;
};

export function readCall(method: CheckedMethod, args: readonly unknown[]): RequestInput {
  const { params, takes } = method.route;
  const places = [...params, ...(takes === undefined ? [] : [takes]), 'options'];
  const values = Object.fromEntries(places.map((name, at) => [name, args[at]]));
  const faults = [
    ...params.flatMap((name) => paramFaults(method, name, values[name])),
    ...(takes === undefined ? [] : inputFaults(method, takes, values[takes])),
    ...optionFaults(method, values['options']),
    ...(args.length > places.length
      ? [
          {
            field: `argument ${places.length + 1}`,
            reason: `is unknown: the arguments are ${places.join(', ')}`,
            code: 'unknown-member',
          },
        ]
      : []),
  ];
  if (faults.length > 0) throw new InvalidArgument(method.method, faults);
  const { signal, idempotencyKey, files } = (values['options'] ?? {}) as FormOptions; // checked above
  return {
    params: Object.fromEntries(params.map((name) => [name, values[name]])),
    ...(takes !== undefined && { [takes]: values[takes] }),
    ...(signal !== undefined && { signal }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(files !== undefined && { files }),
  };
}

function paramFaults({ forms, named }: CheckedMethod, name: string, value: unknown): FailureDetail[] {
  return findFaults(forms[name] ?? { type: ['string', 'integer'] }, value, name, { named, dropsNulls: false });
}

function inputFaults(method: CheckedMethod, takes: 'body' | 'query' | 'file', value: unknown): FailureDetail[] {
  if (takes === 'file') return fileFaults(value, 'file');
  const form = method.forms[takes];
  if (form === undefined) return [];
  if (method.checks === 'ids') return takes === 'body' ? lastingFaults(method, form, value) : [];
  if (value === undefined && form.optional === true) return [];
  const rules = rulesOf(method, takes);
  const found = takes === 'query' ? queryFaults(form, value, rules) : bodyFaults(form, value, rules);
  return found.map((fault) => (fault.field === '' ? { ...fault, field: takes } : fault));
}

function rulesOf({ named, route }: CheckedMethod, takes: 'body' | 'query'): Rules {
  return { named, dropsNulls: takes === 'body' && route.method === 'POST', isBody: takes === 'body' };
}

/** Faults that every version of the service refuses; a newer one may know more members, words and lengths. */
const LASTING: ReadonlySet<string> = new Set(['required', 'wrong-type']);

/** Of a list that goes in parts: the service would find a fault of a later part when it has taken the parts before. */
function lastingFaults(method: CheckedMethod, { items = {} }: Form, value: unknown): FailureDetail[] {
  const { cut = Number.POSITIVE_INFINITY } = method.route;
  if (!Array.isArray(value) || value.length <= cut) return [];
  const rules = rulesOf(method, 'body');
  // Also the holes of a sparse list.
  const found = Array.from(value, (item: unknown, at) => findFaults(items, item, `[${at}]`, rules));
  return found.flat().filter(({ code }) => LASTING.has(code));
}

function bodyFaults(form: Form, value: unknown, rules: Rules): FailureDetail[] {
  const isSingle = form.single === true && typeof value === 'object' && value !== null && !Array.isArray(value);
  return findFaults(isSingle ? (form.items ?? {}) : form, value, '', rules);
}

/** Members are texts on the wire: a list parameter takes one value, a comma list or a list. */
function queryFaults(form: Form, query: unknown, rules: Rules): FailureDetail[] {
  if (typeof query !== 'object' || query === null || Array.isArray(query)) return findFaults(form, query, '', rules);
  const asLists = Object.entries(query).map(([name, value]: [string, unknown]) => {
    const { listed } = (Object.hasOwn(form.properties ?? {}, name) ? form.properties?.[name] : undefined) ?? {};
    if (listed === undefined || value === undefined || value === null || Array.isArray(value)) return [name, value];
    return [name, listed === 'commas' && typeof value === 'string' ? value.split(',') : [value]];
  });
  return findFaults(form, Object.fromEntries(asLists), '', rules);
}

function optionFaults({ route, named }: CheckedMethod, options: unknown): FailureDetail[] {
  if (options === undefined) return [];
  const isOptions = typeof options === 'object' && options !== null && !(options instanceof AbortSignal);
  if (!isOptions) return [{ field: 'options', reason: 'must be an object such as { signal }', code: 'wrong-type' }];
  const form: Form = {
    type: 'object',
    properties: {
      signal: { type: 'signal' },
      ...(route.repeat === 'key' && {
        idempotencyKey: {
          type: 'string',
          pattern: '^[\\x20-\\x7e]{1,255}$',
          words: 'must be 1 to 255 printable ASCII characters',
        },
      }),
      ...(route.form === true && { files: { type: 'array' } }),
    },
  };
  const { files }: { files?: unknown } = options;
  return [
    ...findFaults(form, options, 'options', { named, dropsNulls: false }),
    ...(Array.isArray(files) ? files.flatMap((file, at) => fileFaults(file, `options.files[${at}]`)) : []),
  ];
}

function fileFaults(file: unknown, field: string): FailureDetail[] {
  if (typeof file !== 'object' || file === null)
    return [{ field, reason: 'must be an object such as { name, bytes }', code: 'wrong-type' }];
  const { name, bytes }: { name?: unknown; bytes?: unknown } = file;
  const hasName = typeof name === 'string' && name !== '';
  const hasBytes = bytes instanceof Uint8Array || bytes instanceof Blob;
  return [
    ...(hasName ? [] : [{ field: `${field}.name`, reason: 'must be the name of a file', code: 'required' }]),
    ...(hasBytes ? [] : [{ field: `${field}.bytes`, reason: 'must be a Uint8Array or a Blob', code: 'wrong-type' }]),
  ];
}
