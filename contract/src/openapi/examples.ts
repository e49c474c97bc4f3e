// An example of a schema, for endpoints that declare none: required members only, with values by member name.
import { EXAMPLE_VALUES } from './example-values.ts';

type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
};

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-03-01T10:00:00Z',
  uuid: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f',
  'callback-url': 'https://shop.example/callbacks',
};

/** The schema is one of TypeBox, as validated. */
export function exampleFor(schema: object, member = ''): unknown {
  const { anyOf, oneOf, allOf, ...rest }: Schema = schema;
  if (rest.const !== undefined) return rest.const;
  const known = (EXAMPLE_VALUES[member] ?? []).find((value) => fits(rest, value));
  if (known !== undefined && anyOf === undefined) return known;
  if (rest.enum !== undefined) return rest.enum[0];
  if (allOf !== undefined) return Object.assign({}, ...allOf.map((one) => exampleFor(one, member)));
  const [alternative] = [...(anyOf ?? []), ...(oneOf ?? [])];
  if (alternative !== undefined) return exampleFor(alternative, member);
  return plain(rest, member);
}

function plain(schema: Schema, member: string): unknown {
  const [type = 'string'] = [schema.type].flat();
  switch (type) {
    case 'object':
      return objectFor(schema);
    case 'array':
      return schema.items === undefined
        ? []
        : [exampleFor(schema.items, member.replace(/ies$/, 'y').replace(/s$/, ''))];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return FORMATS[schema.format ?? ''] ?? 'text';
  }
}

function objectFor({ properties = {}, required = [], minProperties = 0 }: Schema): unknown {
  const names = Object.keys(properties);
  const shown = names.filter((name, at) => required.includes(name) || at < minProperties);
  return Object.fromEntries(shown.map((name) => [name, exampleFor(properties[name] ?? {}, name)]));
}

function fits({ type, enum: values, pattern, format, minimum, maximum }: Schema, value: unknown): boolean {
  if (values !== undefined) return values.includes(value);
  const types = [type].flat();
  if (!types.includes(typeOf(value)) && !(types.includes('number') && typeof value === 'number')) return false;
  if (typeof value === 'string')
    return (pattern === undefined || new RegExp(pattern).test(value)) && hasFormat(format, value);
  return typeof value !== 'number' || (value >= (minimum ?? value) && value <= (maximum ?? value));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function hasFormat(format: string | undefined, value: string): boolean {
  if (format === 'date-time') return value.includes('T');
  return format !== 'uuid' || /^[0-9a-f]{8}-/.test(value);
}
