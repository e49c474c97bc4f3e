// One walk over the schemas of all endpoints: each member that is missing, has the wrong type or is beyond its limits
// is a fault that names the member and the kind of mistake. Tests of an endpoint need to prove only rules beyond its
// schema.
import { backOfficeApi } from '@volley/contract/back-office/back-office-api.ts';
import { consoleApi } from '@volley/contract/console/console-api.ts';
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { widgetApi } from '@volley/contract/widget/widget-api.ts';
import { describe, expect, test } from 'vitest';
import { compileInput } from './request-input.ts';
import { decodeQuery } from './request-parameters.ts';

type Schema = {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly format?: string;
  readonly pattern?: string;
};
type Path = readonly (string | 0)[];
type Wrong = { readonly path: Path; readonly value: unknown; readonly code: string };

const MISSING = Symbol('missing');
const NUMBERS = ['integer', 'number'];

/** Values that break one limit of the schema each. */
function beyond(schema: Schema): [string, unknown][] {
  const { type, minimum, maximum, minLength, maxLength, minItems } = schema;
  const values: [string, unknown][] = [];
  if (typeof type === 'string') values.push(['wrong-type', type === 'boolean' ? 'yes' : true]);
  if (NUMBERS.includes(String(type)) && minimum !== undefined) values.push(['too-small', minimum - 1]);
  if (NUMBERS.includes(String(type)) && maximum !== undefined) values.push(['too-large', maximum + 1]);
  if (type === 'string' && (minLength ?? 0) > 0) values.push(['too-short', '']);
  if (type === 'string' && maxLength !== undefined)
    values.push(['too-long', `${beginningOf(schema)}${'x'.repeat(maxLength + 1)}`]);
  if (type === 'array' && (minItems ?? 0) > 0) values.push(['too-few', []]);
  if (schema.enum !== undefined && type === 'string') values.push(['not-in-list', 'none of them']);
  return values;
}

/** The form of a text is checked before its length. */
const beginningOf = ({ format, pattern = '' }: Schema) =>
  format === 'callback-url' || pattern.startsWith('^https') ? 'https://shop.example/' : '';

function wrongsOf(schema: Schema, path: Path = []): Wrong[] {
  const own = beyond(schema).map(([code, value]) => ({ path, value, code }));
  const missing = (schema.required ?? []).map((name) => ({ path: [...path, name], value: MISSING, code: 'required' }));
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    wrongsOf(member, [...path, name]),
  );
  const items = schema.items === undefined ? [] : wrongsOf(schema.items, [...path, 0]);
  return [...own, ...missing, ...members, ...items];
}

/** A value that has only the members on the path. */
function holding([first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  if (first === 0) return [holding(rest, value)];
  return rest.length === 0 && value === MISSING ? {} : { [first]: holding(rest, value) };
}

const fieldOf = (path: Path) =>
  path
    .map((part) => (part === 0 ? '[0]' : `.${part}`))
    .join('')
    .replace(/^\./, '') || 'body';

async function unnoticed(shape: EndpointShape): Promise<string[]> {
  const { checkBody } = compileInput(shape);
  if (checkBody === undefined) return [];
  const found: string[] = [];
  for (const { path, value, code } of wrongsOf(shape.body as Schema)) {
    const { faults } = (await checkBody(holding(path, value))).found;
    if (!faults.some((fault) => fault.field === fieldOf(path) && fault.code === code))
      found.push(`${shape.id} ${fieldOf(path)} ${code}: ${JSON.stringify(faults)}`);
  }
  return found;
}

/** Values of a query are texts, so a wrong type is a text that is none of its values. */
function unnoticedInQuery(shape: EndpointShape): string[] {
  const { query } = shape;
  if (query === undefined) return [];
  const { checkQuery } = compileInput(shape);
  return Object.entries(query.properties as Readonly<Record<string, Schema>>).flatMap(([name, schema]) =>
    beyond(schema)
      .filter(([code]) => code !== 'wrong-type' || NUMBERS.includes(String(schema.type)))
      .filter(([, value]) => value !== '')
      .flatMap(([code, value]) => {
        const { values, faults } = decodeQuery(query, { [name]: code === 'wrong-type' ? 'ten' : String(value) });
        const all = [...faults, ...(checkQuery?.(values).found.faults ?? [])];
        // A sign and more digits than a number holds make another type of a text.
        const isNoticed = all.some((fault) => fault.field === name && ['wrong-type', code].includes(fault.code));
        return isNoticed ? [] : [`${shape.id} ?${name} ${code}: ${JSON.stringify(all)}`];
      }),
  );
}

describe.each([
  ['partner', partnerApi],
  ['messaging', messagingApi],
  ['widget', widgetApi],
  ['console', consoleApi],
  ['back-office', backOfficeApi],
] as const)('the endpoints of the %s API', (_name, endpoints) => {
  test('name every missing, mistyped and excessive member of a body', async () => {
    const found = await Promise.all(endpoints.map((shape) => unnoticed(shape)));
    expect(found.flat()).toEqual([]);
  });

  test('name every mistyped and excessive parameter of a query', () => {
    expect(endpoints.flatMap((shape) => unnoticedInQuery(shape))).toEqual([]);
  });
});
