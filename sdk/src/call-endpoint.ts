// Calls an endpoint of the contract by its value, with the types of its schemas. For the inside of this repository:
// the package has named methods instead.
import {
  type BodyOf,
  type EndpointShape,
  isRepeatable,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  SURFACE_PREFIX,
} from '@volley/contract/endpoint.ts';
import { openRequester, type RequesterOptions, type RequestInput } from './requester.ts';
import type { Route } from './route.ts';

type Part<Name extends string, Value> = Value extends undefined
  ? { readonly [Key in Name]?: undefined }
  : { readonly [Key in Name]: Partial<Value> };

export type CallInput<Shape extends EndpointShape> = Part<'params', ParamsOf<Shape>> &
  Part<'query', QueryOf<Shape>> &
  Part<'body', BodyOf<Shape>> & { readonly signal?: AbortSignal; readonly idempotencyKey?: string };

export type Caller = {
  readonly api: string;
  call<Shape extends EndpointShape>(shape: Shape, input: CallInput<Shape>): Promise<ReplyOf<Shape>>;
};

export function openCaller({ key, ...options }: RequesterOptions & { readonly key: string }): Caller {
  const requester = openRequester(options, { authorization: () => `Bearer ${key}` });
  return {
    api: requester.api,
    // The contract defines the input and the reply of a success.
    call: async <Shape extends EndpointShape>(shape: Shape, input: CallInput<Shape>) =>
      (await requester.request(routeOf(shape), input as RequestInput)) as ReplyOf<Shape>,
  };
}

const REPLY = { 'text/plain': 'text', 'application/octet-stream': 'bytes', 'application/json': undefined } as const;

/** The endpoint without its schemas. */
export function routeOf(shape: EndpointShape): Route {
  const reply = REPLY[shape.replyType ?? 'application/json'];
  const repeat = isRepeatable(shape) ? 'key' : shape.showsSecret === true ? 'never' : undefined;
  const takes = inputOf(shape);
  return {
    method: shape.method,
    path: `${SURFACE_PREFIX[shape.surface]}${shape.path}`,
    params: [...shape.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    ...(takes !== undefined && { takes }),
    ...(shape.form !== undefined && { form: true as const }),
    ...(reply !== undefined && { reply }),
    ...(repeat !== undefined && { repeat }),
    ...(shape.auth === 'none' && { open: true as const }),
    ...(shape.query !== undefined && 'page' in shape.query.properties && { pages: true as const }),
  };
}

function inputOf({ multipart, body, bodyOptional, query, id }: EndpointShape): Route['takes'] {
  const hasMembers = body !== undefined && !(bodyOptional === true && Object.keys(membersOf(body)).length === 0);
  const taken = [multipart && 'file', hasMembers && 'body', query && 'query'].filter((one) => typeof one === 'string');
  if (taken.length > 1) throw new Error(`${id} takes ${taken.join(' and ')}: a method has one input`);
  return taken[0] as Route['takes']; // one of the three words above
}

function membersOf(schema: object): object {
  return 'properties' in schema && typeof schema.properties === 'object' ? (schema.properties ?? {}) : { list: true };
}
