// The validated schemas in a form that readers and generators of clients understand. Both accept the same values.
import { ID_MAX } from '../fields.ts';
import { enumName } from './enum-names.ts';
import { describeMember } from './member-words.ts';
import type { Json } from './schema-names.ts';

/** Wording of refusals and reading of query parameters, for the server only. */
const INTERNAL = new Set(['x-form', 'x-whole', 'x-item']);

/** Formats of our own, as the nearest standard format. */
const FORMATS: Readonly<Record<string, string>> = { 'callback-url': 'uri' };

/** Counters of an account that outgrow 32 bits. */
const LONG_MEMBERS = new Set(['event_number', 'eventNumber', 'firstNumber', 'lastNumber', 'lastReplay']);

const DATA = new Set(['example', 'examples', 'default', 'enum', 'const', 'required']);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function readableSchema(schema: unknown, member = ''): Json {
  if (!isObject(schema)) return {};
  const { patternProperties, ...rest } = schema;
  const entries = Object.entries({ ...rest, ...mapOf(patternProperties) }).filter(([name]) => !INTERNAL.has(name));
  const readable = Object.fromEntries(entries.map(([name, one]) => [name, part(name, one)]));
  return typed({ ...readable, ...lengthOf(readable, member), ...binary(readable) });
}

function part(name: string, one: unknown): unknown {
  if (DATA.has(name)) return one;
  if (name === 'format' && typeof one === 'string') return FORMATS[one] ?? one;
  if (Array.isArray(one)) return one.map((each) => (isObject(each) ? readableSchema(each) : each));
  if (!isObject(one)) return one;
  return name === 'properties' ? propertiesOf(one) : readableSchema(one);
}

function propertiesOf(properties: Json): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([member, one]) => {
      const schema = readableSchema(one, member);
      const isDescribed = 'description' in schema || '$ref' in schema;
      const description = isDescribed ? undefined : describeMember(member);
      return [member, description === undefined ? schema : { ...schema, description }];
    }),
  );
}

/** Generators know maps with any key only. */
function mapOf(patternProperties: unknown): Json {
  if (!isObject(patternProperties)) return {};
  const [values] = Object.values(patternProperties);
  return { additionalProperties: isObject(values) && Object.keys(values).length > 0 ? values : true };
}

function lengthOf({ type, maximum, format }: Json, member: string): Json {
  if (type !== 'integer' && !(Array.isArray(type) && type.includes('integer'))) return {};
  const isLong = LONG_MEMBERS.has(member) || (typeof maximum === 'number' && maximum > ID_MAX);
  return isLong && format === undefined ? { format: 'int64' } : {};
}

function binary({ contentMediaType }: Json): Json {
  return contentMediaType === 'application/octet-stream' ? { format: 'binary' } : {};
}

/** An enum says its type, and a known one has a name. Several types besides null are alternatives. */
function typed(schema: Json): Json {
  const { enum: values, type, ...rest } = schema;
  if (Array.isArray(values)) {
    const isPlain = Object.keys(rest).every((one) => one === 'description');
    const name = isPlain ? enumName(values) : undefined;
    return { ...(name !== undefined && { title: name }), type: type ?? typeOfAll(values), enum: values, ...rest };
  }
  if (!Array.isArray(type) || type.filter((one) => one !== 'null').length < 2) return schema;
  const { maxLength, description, title, ...others } = rest;
  const about = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
  const alternatives = type.map((one) =>
    one === 'string' ? { type: one, ...(maxLength !== undefined && { maxLength }) } : { type: one },
  );
  return { ...about, ...others, oneOf: alternatives };
}

function typeOfAll(values: readonly unknown[]): string | readonly string[] {
  const type = typeof values[0] === 'number' ? 'integer' : typeof values[0];
  return values.includes(null) ? [type, 'null'] : type;
}
