// Folds endpoint values into an OpenAPI 3.1 document. JSON Schema is the schema language of 3.1,
// so schemas go in as they are; nothing is said here that the endpoints do not say.
import type { TSchema } from 'typebox';
import { type EndpointShape, type FormWithFiles, type Multipart, SURFACE_PREFIX, successStatus } from './endpoint.ts';
import { ErrorBody } from './errors.ts';

type Json = { readonly [member: string]: unknown };

type OpenApi = Json & { readonly info: { readonly title: string; readonly version: string } };

export function openApi(title: string, endpoints: readonly EndpointShape[]): OpenApi {
  const paths: Record<string, Record<string, Json>> = {};
  for (const shape of endpoints) {
    const path = `${SURFACE_PREFIX[shape.surface]}${shape.path}`;
    paths[path] = { ...paths[path], [shape.method.toLowerCase()]: operation(shape) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: {
      schemas: { Error: ErrorBody },
      securitySchemes: {
        partner: { type: 'http', scheme: 'bearer' },
        key: { type: 'http', scheme: 'bearer', description: 'a key; Basic with the same value does as well' },
        keyPair: { type: 'http', scheme: 'basic', description: 'id and password of a key' },
        ...(endpoints.some(({ auth }) => auth === 'staff') && { staff: { type: 'http', scheme: 'bearer' } }),
      },
    },
  };
}

function securityOf({ auth }: EndpointShape): Json[] {
  if (auth === 'none') return [];
  return auth === 'key' ? [{ key: [] }, { keyPair: [] }] : [{ [auth]: [] }];
}

function operation(shape: EndpointShape): Json {
  const status = successStatus(shape);
  const schema = shape.responses[status];
  const parameters = [...parametersOf(shape, 'path'), ...parametersOf(shape, 'query'), ...headersOf(shape)];
  return {
    operationId: shape.id,
    summary: shape.summary,
    ...(shape.keyTypes && { description: `For keys of type ${shape.keyTypes.join(' or ')}.` }),
    security: securityOf(shape),
    ...(parameters.length > 0 && { parameters }),
    ...(shape.body !== undefined && {
      requestBody: {
        required: shape.bodyOptional !== true,
        content: { 'application/json': { schema: shape.body }, ...(shape.form && filesOf(shape.form, shape.body)) },
      },
    }),
    ...(shape.multipart !== undefined && { requestBody: formOf(shape.multipart) }),
    responses: {
      [status]: { description: 'success', content: { [shape.replyType ?? 'application/json']: { schema } } },
      default: {
        description: 'refusal',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
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

/** The same body as a form, for files to go with it. */
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
  return Object.entries<TSchema>(object.properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name) && !('default' in schema),
    schema,
  }));
}

/** What makes a repeated POST safe; see the edges of the API. */
function headersOf(shape: EndpointShape): Json[] {
  if (shape.method !== 'POST' || (shape.auth !== 'partner' && shape.auth !== 'key')) return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'The same key and body within 24 hours get the first answer again; another body, or a twin still running, is refused with 409/4090.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ];
}
