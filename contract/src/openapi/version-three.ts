// The same document in OpenAPI 3.0, for generators of clients that do not read 3.1: `nullable` instead of the type
// null, `enum` instead of `const`, no descriptions beside references, no webhooks.
import type { OpenApi } from './open-api.ts';
import type { Json } from './schema-names.ts';

/** Members that hold data, not schemas. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'required']);
const LICENSE = { name: 'Apache License 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' };

export function versionThree(document: OpenApi): OpenApi {
  const { webhooks: _, info, servers, ...rest } = document;
  return { ...older(rest), openapi: '3.0.3', info: { ...info, license: LICENSE }, servers };
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function older(value: Json): Json {
  if (typeof value['$ref'] === 'string') return { $ref: value['$ref'] };
  const { const: only, contentMediaType: _, ...rest } = value;
  const members = Object.entries(rest).map(([name, one]) => [name, DATA.has(name) ? one : olderMember(one)]);
  const changed: Json = Object.fromEntries(members);
  return {
    ...changed,
    ...limits(changed),
    ...nullable(changed),
    ...simpler(changed),
    ...anyMember(changed),
    ...constant(only),
  };
}

/** Generators of 3.0 fail on alternatives of texts, lists and objects: any value, or the list. */
function simpler({ oneOf }: Json): Json {
  if (!Array.isArray(oneOf)) return {};
  const list = oneOf.filter(isObject).find(({ type }) => type === 'array');
  return { oneOf: undefined, ...list };
}

function olderMember(one: unknown): unknown {
  if (Array.isArray(one)) return one.map((each) => (isObject(each) ? older(each) : each));
  return isObject(one) ? older(one) : one;
}

/** Generators of 3.0 know a map of any values by the word true alone. */
function anyMember({ additionalProperties: any }: Json): Json {
  return isObject(any) && Object.keys(any).length === 0 ? { additionalProperties: true } : {};
}

/** Generated enums have texts or numbers, never booleans. */
const constant = (only: unknown): Json => (only === undefined || typeof only === 'boolean' ? {} : { enum: [only] });

function limits({ exclusiveMinimum }: Json): Json {
  return typeof exclusiveMinimum === 'number' ? { minimum: exclusiveMinimum, exclusiveMinimum: true } : {};
}

function nullable({ type, anyOf }: Json): Json {
  if (Array.isArray(type)) return { type: type.find((one) => one !== 'null'), nullable: true };
  if (!Array.isArray(anyOf)) return {};
  const others = anyOf.filter((one) => !(isObject(one) && one['type'] === 'null'));
  return others.length === anyOf.length ? {} : { anyOf: undefined, type: 'object', allOf: others, nullable: true };
}
