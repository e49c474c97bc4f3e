// The route of an endpoint of the contract. `npm run openapi` writes the routes, so that the package has no schemas.
import { type EndpointShape, isRepeatable, SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import type { Route } from './route.ts';

const REPLY = { 'text/plain': 'text', 'application/octet-stream': 'bytes', 'application/json': undefined } as const;

/** The endpoint without its schemas. */
export function routeOf(shape: EndpointShape): Route {
  const reply = REPLY[shape.replyType ?? 'application/json'];
  const repeat = isRepeatable(shape) ? 'key' : shape.showsSecret === true ? 'never' : undefined;
  const takes = inputOf(shape);
  const cut = repeat === 'key' ? lengthMaxOf(shape.body) : undefined;
  const isQuestion = shape.method === 'POST' && (shape.asks === true || shape.auth === 'none');
  return {
    method: shape.method,
    path: `${SURFACE_PREFIX[shape.surface]}${shape.path}`,
    params: [...shape.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    ...(takes !== undefined && { takes }),
    ...(shape.form !== undefined && { form: true as const }),
    ...(reply !== undefined && { reply }),
    ...(repeat !== undefined && { repeat }),
    ...(cut !== undefined && { cut }),
    ...(isQuestion && { reads: true as const }),
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

/** Undefined: the body is no list, or one of any length. */
function lengthMaxOf(body: object | undefined): number | undefined {
  return body !== undefined && 'maxItems' in body && typeof body.maxItems === 'number' ? body.maxItems : undefined;
}

function membersOf(schema: object): object {
  return 'properties' in schema && typeof schema.properties === 'object' ? (schema.properties ?? {}) : { list: true };
}
