// Judges a reply by the published document: its status must be listed, and the body must match the schema of that
// status.
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import type { OpenApi } from '@volley/contract/openapi/open-api.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullPath } from '../given/contract-check.ts';
import type { Answer } from './calls/request.ts';

type Media = { readonly example?: unknown };
type Content = { readonly content?: Readonly<Record<string, Media>> };
type Response = Content & { readonly $ref?: string; readonly headers?: Readonly<Record<string, unknown>> };
type Operation = {
  readonly operationId: string;
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Response>>;
};

/** Null: as documented; else the difference. */
type Judge = (shape: EndpointShape, answer: Answer) => string | null;

export function operationsOf(document: OpenApi): Operation[] {
  const paths = document['paths'] as Record<string, Record<string, Operation>>; // built by openApi
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

export function operationOf(document: OpenApi, shape: EndpointShape): Operation {
  const operation = operationsOf(document).find(({ operationId }) => operationId === shape.id);
  if (operation === undefined) throw new Error(`${shape.id} is not in the document`);
  return operation;
}

export function judgeBy(document: OpenApi): Judge {
  // A schema judges a few replies, so optimizing its code costs more than it saves.
  const options = { strict: false, validateFormats: false, code: { optimize: false } };
  const ajv = new Ajv2020(options).addSchema(document, 'document');
  const { responses: shared } = document['components'] as { responses: Record<string, Response> }; // built by openApi
  return (shape, { status, text, headers }) => {
    const listed = operationOf(document, shape).responses[status];
    if (listed === undefined) return `${status} is not listed: ${text.slice(0, 200)}`;
    const place =
      listed.$ref?.slice(1) ?? pointer('paths', fullPath(shape), shape.method.toLowerCase(), 'responses', status);
    const response = listed.$ref === undefined ? listed : shared[listed.$ref.split('/').at(-1) ?? ''];
    if (response?.headers?.['X-Request-Id'] === undefined) return `${status} has no listed X-Request-Id`;
    if (headers.get('x-request-id') === null) return `${status} came without X-Request-Id`;
    if (response.content === undefined) return text === '' ? null : `${status} has a body: ${text.slice(0, 200)}`;
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    if (!(type in response.content)) return `${status} came as ${type}, which is not listed: ${text.slice(0, 200)}`;
    if (type !== 'application/json') return null;
    const schema = `document#${place}${pointer('content', type, 'schema')}`;
    const check = ajv.getSchema(schema);
    if (check === undefined) throw new Error(`no schema at ${schema}`);
    return check(JSON.parse(text))
      ? null
      : `${status} does not match: ${ajv.errorsText(check.errors)} in ${text.slice(0, 300)}`;
  };
}

const pointer = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
