// Parameters of an operation in its path, query and headers.
import type { TSchema } from 'typebox';
import { type EndpointShape, isRepeatable } from '../endpoint.ts';
import { exampleFor } from './examples.ts';
import { describeMember } from './member-words.ts';
import type { Json } from './schema-names.ts';

type SchemaOf = (schema: object, place: string) => Json;

export function parametersOf(shape: EndpointShape, schemaOf: SchemaOf): Json[] {
  return [...placed(shape, 'path', schemaOf), ...placed(shape, 'query', schemaOf), ...headers(shape)];
}

function placed(shape: EndpointShape, place: 'path' | 'query', schemaOf: SchemaOf): Json[] {
  const object = place === 'path' ? shape.params : shape.query;
  if (object === undefined) return [];
  const required: readonly string[] = object.required ?? [];
  return Object.entries<TSchema & { description?: string }>(object.properties).map(([name, schema]) => {
    const { description = wordsFor(shape, name, place), ...rest } = schema;
    const isRequired = required.includes(name) && !('default' in schema);
    return {
      name,
      in: place,
      required: isRequired,
      ...(description !== undefined && { description }),
      schema: schemaOf(rest, name),
      ...(isRequired && { example: exampleFor(schema, name) }),
    };
  });
}

/** An id in a path is that of the object before it. */
function wordsFor({ path }: EndpointShape, name: string, place: 'path' | 'query'): string | undefined {
  const before = place === 'path' ? path.split('/').at(path.split('/').indexOf(`{${name}}`) - 1) : undefined;
  const owner = before === undefined ? undefined : OWNERS[before];
  if (owner !== undefined) return `id of the ${owner}`;
  return describeMember(CAMEL(name));
}

const CAMEL = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const OWNERS: Readonly<Record<string, string>> = {
  company: 'company',
  companies: 'company',
  'company-accounts': 'company',
  dispatch: 'dispatch',
  dispatches: 'dispatch',
  documents: 'document',
  erasures: 'erasure',
  'inbound-rules': 'rule',
  keys: 'key',
  links: 'link',
  message: 'message',
  messages: 'message',
  partners: 'partner',
  senders: 'sender name',
  'sender-names': 'sender name',
  staff: 'staff member',
  templates: 'template',
  'traffic-centers': 'traffic center',
  'verification-profiles': 'verification profile',
  verifier: 'verification',
  widgets: 'widget',
};

function headers(shape: EndpointShape): Json[] {
  if (!isRepeatable(shape)) return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'The same key and body within 24 hours get the first answer again. Another body, or the same request still running, is refused with 409/4090.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ];
}
