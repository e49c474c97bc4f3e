// Builds an OpenAPI 3.1 document from endpoint values.
import { type EndpointShape, isRepeatable, SURFACE_PREFIX } from '../endpoint.ts';
import { ErrorBody, WidgetErrorBody } from '../errors.ts';
import { operation } from './operation.ts';
import { readableSchema } from './readable-schema.ts';
import { RefusedResponses } from './refused-responses.ts';
import { type Json, type NamedSchemas, SchemaNames } from './schema-names.ts';
import { schemesOf } from './security.ts';
import { tagOf, tagsOf } from './tags.ts';

type Server = { readonly url: string; readonly [member: string]: unknown };

export type OpenApi = Json & {
  readonly info: Json & { readonly title: string; readonly version: string };
  readonly servers: readonly Server[];
};

/** Content of a document besides its endpoints. */
type About = {
  readonly description: string;
  /** Calls that the service makes, by name. */
  readonly webhooks?: Readonly<Record<string, Call>>;
  /** Calls that follow an operation, by operation, name and address. */
  readonly callbacks?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Call>>>>>>;
  /** Schemas for readers that replace the validated ones, by title. */
  readonly shown?: NamedSchemas;
};

/** A call of the service to a client. */
type Call = { readonly post: Json & { readonly requestBody: CallBody } };
type CallBody = {
  readonly content: { readonly 'application/json': { readonly schema: object; readonly example: unknown } };
};

/** Installations serve the document with their own address. */
const ANY_INSTALLATION: Server = {
  url: 'https://{host}',
  description: 'your installation',
  variables: { host: { default: 'volley.example', description: 'host name of the installation' } },
};

export function openApi(title: string, endpoints: readonly EndpointShape[], about: About): OpenApi {
  const { description, webhooks = {}, callbacks = {}, shown = {} } = about;
  const refused = new RefusedResponses();
  const readable = Object.entries(shown).map(([name, schema]) => [name, readableSchema(schema)] as const);
  const names = new SchemaNames(Object.fromEntries(readable));
  const schemaOf = (schema: object, place: string) => names.refer(readableSchema(schema), place);
  const called = (call: Call, prefix = ''): Json => described(call, schemaOf, prefix);
  const paths: Record<string, Record<string, Json>> = {};
  for (const shape of endpoints) {
    const path = `${SURFACE_PREFIX[shape.surface]}${shape.path}`;
    const follow = Object.entries(callbacks[shape.id] ?? {}).map(([name, addresses]) => [
      name,
      each(addresses, (call) => called(call, `${shape.id}_`)),
    ]);
    const shownAs = operation(shape, { refused, schemaOf });
    const withCallbacks = { ...shownAs, ...(follow.length > 0 && { callbacks: Object.fromEntries(follow) }) };
    paths[path] = { ...paths[path], [shape.method.toLowerCase()]: withCallbacks };
  }
  const hasCalls = Object.keys({ ...webhooks, ...callbacks }).length > 0;
  const tags = new Set([...endpoints.map(tagOf), ...(hasCalls ? ['callbacks'] : [])]);
  const hasWidget = endpoints.some(({ surface }) => surface === 'widget');
  const shownWebhooks = each(webhooks, (call) => called(call));
  names.refer({ ...readableSchema(hasWidget ? WidgetErrorBody : ErrorBody), title: 'Error' }, 'Error');
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description,
      contact: { name: 'The team that runs your installation' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [ANY_INSTALLATION],
    tags: tagsOf(tags),
    paths,
    ...(Object.keys(webhooks).length > 0 && { webhooks: shownWebhooks }),
    components: {
      schemas: names.schemas,
      responses: refused.components,
      headers: headersOf(endpoints),
      securitySchemes: schemesOf(endpoints),
    },
  };
}

type SchemaOf = (schema: object, place: string) => Json;

function described({ post }: Call, schemaOf: SchemaOf, prefix: string): Json {
  const { schema, example } = post.requestBody.content['application/json'];
  const media = { schema: schemaOf(schema, String(post['operationId'])), example };
  const operationId = `${prefix}${String(post['operationId'])}`;
  return {
    post: { ...post, operationId, requestBody: { ...post.requestBody, content: { 'application/json': media } } },
  };
}

function each<One, Other>(record: Readonly<Record<string, One>>, change: (one: One) => Other): Record<string, Other> {
  return Object.fromEntries(Object.entries(record).map(([name, one]) => [name, change(one)]));
}

const text = { type: 'string' };
const integer = { type: 'integer' };

/** Only replies to repeatable changes can be replayed. */
function headersOf(endpoints: readonly EndpointShape[]): Json {
  const { 'Idempotent-Replayed': replayed, ...others } = HEADERS;
  return { ...others, ...(endpoints.some(isRepeatable) && { 'Idempotent-Replayed': replayed }) };
}

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
