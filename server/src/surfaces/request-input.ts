// The parts of a request as an endpoint declares them: ids of the path, query, body; each read, then checked.
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { FastifyRequest } from 'fastify';
import { decodePathIds, decodeQuery, type RawQuery } from './request-parameters.ts';
import { compileCheck } from './validation.ts';

type Parts = { params: unknown; query: unknown; body: unknown };

export function inputReader(shape: EndpointShape): (request: FastifyRequest, given?: unknown) => Parts {
  const checkQuery = shape.query && compileCheck(shape.query);
  const checkBody = shape.body && compileCheck(shape.body);
  // A body that came as part of a form is given beside the request.
  return (request, given = request.body) => {
    const params = shape.params && decodePathIds(shape.params, rawParams(request));
    // The query parser yields a string, or an array of them for a repeated name.
    const query = shape.query && decodeQuery(shape.query, request.query as RawQuery);
    checkQuery?.(query);
    const body = shape.body && asList(shape, given ?? (shape.bodyOptional ? {} : undefined));
    if (checkBody !== undefined && body === undefined) {
      throw new Refusal('bad-request', { field: 'body', problem: 'is required' });
    }
    checkBody?.(body);
    return { params, query, body };
  };
}

export function rawParams(request: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return request.params as Record<string, string | undefined>; // the router only ever captures text
}

function asList({ bodyList }: EndpointShape, body: unknown): unknown {
  const isSingle = bodyList === true && typeof body === 'object' && body !== null && !Array.isArray(body);
  return isSingle ? [body] : body;
}
