// Builds an OpenAPI 3.1 document from endpoint values. JSON Schema is the schema language of 3.1, so schemas are copied
// unchanged.
import type { TSchema } from 'typebox';
import {
  type EndpointShape,
  type FormWithFiles,
  isRepeatable,
  type Multipart,
  SURFACE_PREFIX,
  successStatus,
} from './endpoint.ts';
import { ErrorBody, WidgetErrorBody } from './errors.ts';
import { type Json, type NamedSchemas, nameSchemas } from './openapi-names.ts';
import { RefusedResponses } from './openapi-refusals.ts';

type OpenApi = Json & { readonly info: { readonly title: string; readonly version: string } };

/** Content of a document besides its endpoints. */
export type About = {
  readonly description?: string;
  /** Calls that the service makes. */
  readonly webhooks?: Json;
  /** Schemas for readers that replace the validated ones, by title. */
  readonly shown?: NamedSchemas;
};

export function openApi(title: string, endpoints: readonly EndpointShape[], about: About = {}): OpenApi {
  const { description, webhooks, shown = {} } = about;
  const refused = new RefusedResponses();
  const paths: Record<string, Record<string, Json>> = {};
  for (const shape of endpoints) {
    const path = `${SURFACE_PREFIX[shape.surface]}${shape.path}`;
    paths[path] = { ...paths[path], [shape.method.toLowerCase()]: operation(shape, refused) };
  }
  const hasWidget = endpoints.some(({ surface }) => surface === 'widget');
  const { value, schemas } = nameSchemas({ paths, ...(webhooks && { webhooks }) }, shown);
  return {
    openapi: '3.1.0',
    info: { title, version: '1', ...(description !== undefined && { description }) },
    ...value,
    components: {
      schemas: { Error: hasWidget ? WidgetErrorBody : ErrorBody, ...schemas },
      responses: refused.components,
      headers: HEADERS,
      securitySchemes: schemesOf(endpoints),
    },
  };
}

const text = { type: 'string' };
const integer = { type: 'integer' };

const HEADERS = {
  'X-Request-Id': { description: 'id of the request in the logs; quote it in support requests', schema: text },
  'X-RateLimit-Limit': { description: 'sustained requests per second', schema: integer },
  'X-RateLimit-Remaining': { description: 'requests left now', schema: integer },
  'X-RateLimit-Reset': { description: 'seconds until the limit is fully restored', schema: integer },
  'X-Warnings': { description: 'unknown members and parameters that were ignored', schema: text },
  'Idempotent-Replayed': {
    description: '`true`: the stored answer of an earlier request with the same Idempotency-Key',
    schema: text,
  },
};

function headersOf(shape: EndpointShape): Json {
  const names = [
    'X-Request-Id',
    ...(shape.body === undefined && shape.query === undefined ? [] : ['X-Warnings']),
    ...(shape.auth === 'none' ? [] : ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
    ...(isRepeatable(shape) ? ['Idempotent-Replayed'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const SCHEMES = {
  partner: { type: 'http', scheme: 'bearer', description: 'the token of POST /auth/token' },
  key: {
    type: 'http',
    scheme: 'bearer',
    description: 'the key as shown at its creation; Basic with the same value works as well',
  },
  keyPair: { type: 'http', scheme: 'basic', description: 'id and password, which the key contains in Base64' },
  staff: { type: 'http', scheme: 'bearer' },
} as const;

function schemesOf(endpoints: readonly EndpointShape[]): Json {
  const used = new Set(endpoints.flatMap((shape) => securityOf(shape).flatMap((one) => Object.keys(one))));
  return Object.fromEntries(Object.entries(SCHEMES).filter(([name]) => used.has(name)));
}

function securityOf({ auth }: EndpointShape): Json[] {
  if (auth === 'none') return [];
  return auth === 'key' ? [{ key: [] }, { keyPair: [] }] : [{ [auth]: [] }];
}

function operation(shape: EndpointShape, refused: RefusedResponses): Json {
  const status = successStatus(shape);
  const { body, reply } = shape.example ?? {};
  const parameters = [...parametersOf(shape, 'path'), ...parametersOf(shape, 'query'), ...requestHeadersOf(shape)];
  const description = [
    shape.description ?? '',
    shape.keyTypes === undefined ? '' : `For keys of type ${shape.keyTypes.join(' or ')}.`,
  ].filter((part) => part !== '');
  const media = { schema: shape.responses[status], ...(reply !== undefined && { example: reply }) };
  return {
    operationId: shape.id,
    tags: [shape.surface === 'widget' ? 'widget' : (shape.path.split('/')[1] ?? '')],
    summary: shape.summary,
    ...(description.length > 0 && { description: description.join('\n\n') }),
    security: securityOf(shape),
    ...(parameters.length > 0 && { parameters }),
    ...(shape.body !== undefined && {
      requestBody: {
        required: shape.bodyOptional !== true,
        content: {
          'application/json': { schema: shape.body, ...(body !== undefined && { example: body }) },
          ...(shape.form && filesOf(shape.form, shape.body)),
        },
      },
    }),
    ...(shape.multipart !== undefined && { requestBody: formOf(shape.multipart) }),
    responses: {
      [status]: {
        description: 'success',
        headers: headersOf(shape),
        ...(status !== 204 && { content: { [shape.replyType ?? 'application/json']: media } }),
      },
      ...refused.of(shape),
    },
  };
}

function formOf({ part, kinds }: Multipart): Json {
  const contentType = kinds.map(({ mediaType }) => mediaType).join(', ');
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const schema = { type: 'object', properties: { [part]: file }, required: [part] };
  return {
    required: true,
    content: { 'multipart/form-data': { schema, encoding: { [part]: { contentType } } } },
  };
}

/** The same body as a form, with files. */
function filesOf({ filesMax, kinds }: FormWithFiles, body: TSchema): Json {
  const contentType = kinds.map(({ mediaType }) => mediaType).join(', ');
  const names = Array.from({ length: filesMax }, (_, at) => `file${at + 1}`);
  const all = <Value>(value: Value) => Object.fromEntries(names.map((name) => [name, value]));
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties: { body, ...all(file) }, required: ['body'] },
      encoding: { body: { contentType: 'application/json' }, ...all({ contentType }) },
    },
  };
}

function parametersOf(shape: EndpointShape, place: 'path' | 'query'): Json[] {
  const object = place === 'path' ? shape.params : shape.query;
  if (object === undefined) return [];
  const required: readonly string[] = object.required ?? [];
  return Object.entries<TSchema & { description?: string }>(object.properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name) && !('default' in schema),
    ...(schema.description !== undefined && { description: schema.description }),
    schema,
  }));
}

function requestHeadersOf(shape: EndpointShape): Json[] {
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
