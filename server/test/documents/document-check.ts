// Judges a reply by the published document: its status must be listed, and the body must match the schema of that
// status.
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import type { OpenApi } from '@volley/contract/openapi/open-api.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullPath } from '../given/contract-check.ts';

type Media = { readonly example?: unknown };
type Content = { readonly content?: Readonly<Record<string, Media>> };
type Operation = { readonly requestBody?: Content; readonly responses: Readonly<Record<string, { $ref?: string }>> };

export type Answer = { readonly status: number; readonly text: string };

/** Null: as documented; else the difference. */
type Judge = (shape: EndpointShape, answer: Answer) => string | null;

export function operationOf(document: OpenApi, shape: EndpointShape): Operation {
  const paths = document['paths'] as Record<string, Record<string, Operation>>; // built by openApi
  const operation = paths[fullPath(shape)]?.[shape.method.toLowerCase()];
  if (operation === undefined) throw new Error(`${shape.id} is not in the document`);
  return operation;
}

export function judgeBy(document: OpenApi): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'document');
  return (shape, { status, text }) => {
    const response = operationOf(document, shape).responses[status];
    if (response === undefined) return `${status} is not listed: ${text.slice(0, 200)}`;
    const place =
      response.$ref?.slice(1) ?? pointer('paths', fullPath(shape), shape.method.toLowerCase(), 'responses', status);
    const type = response.$ref === undefined ? (shape.replyType ?? 'application/json') : 'application/json';
    if (status === 204 || type !== 'application/json') return null;
    const check = ajv.compile({ $ref: `document#${place}${pointer('content', type, 'schema')}` });
    return check(JSON.parse(text))
      ? null
      : `${status} does not match: ${ajv.errorsText(check.errors)} in ${text.slice(0, 300)}`;
  };
}

const pointer = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
