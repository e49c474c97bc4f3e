// Every reply that a test sees is held against the contract: a success against the schema of its
// endpoint, anything else against the error body.
import { backOfficeApi } from '@volley/contract/back-office/back-office-api.ts';
import { type EndpointShape, SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import { ErrorBody } from '@volley/contract/errors.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { widgetApi } from '@volley/contract/widget/widget-api.ts';
import { type Check, compileCheck } from '../../src/surfaces/validation.ts';

export const ENDPOINTS: readonly EndpointShape[] = [...partnerApi, ...messagingApi, ...backOfficeApi, ...widgetApi];

export function fullPath(shape: EndpointShape): string {
  return `${SURFACE_PREFIX[shape.surface]}${shape.path}`;
}

const checkError = compileCheck(ErrorBody);

const replies = ENDPOINTS.flatMap((shape) =>
  Object.entries(shape.responses).map(([status, schema]) => ({
    method: shape.method,
    pattern: new RegExp(`^${fullPath(shape).replace(/\{\w+\}/g, '[^/]+')}/?$`),
    status: Number(status),
    check: compileCheck(schema),
  })),
);

export function checkReply(method: string, path: string, status: number, body: unknown): void {
  // The messaging API has aliases; the contract knows its first address.
  checkOf(method, path.replace(/^(?:\/api\/v1)?\/v1(?=\/)/, SURFACE_PREFIX.messaging), status)(body);
}

function checkOf(method: string, path: string, status: number): Check {
  if (status >= 400) return checkError;
  const reply = replies.find((entry) => entry.method === method && entry.pattern.test(path) && entry.status === status);
  if (reply === undefined) throw new Error(`${method} ${path} answered ${status}, which its endpoint does not declare`);
  return reply.check;
}
