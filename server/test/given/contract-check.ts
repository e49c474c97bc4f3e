// Checks every reply that a test sees against the contract: a success against the schema of its endpoint, any other
// reply against the error body and, in published documents, the listed codes.
import { backOfficeApi } from '@volley/contract/back-office/back-office-api.ts';
import { consoleApi } from '@volley/contract/console/console-api.ts';
import { type EndpointShape, SESSION_PREFIX, SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import { ErrorBody } from '@volley/contract/errors.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { refusalsOf } from '@volley/contract/openapi/refused-responses.ts';
import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { widgetApi } from '@volley/contract/widget/widget-api.ts';
import { FAULT_CODES } from '@volley/domain/refusals/fault.ts';
import { refusalOf } from '@volley/domain/refusals/refusal.ts';
import type { TSchema } from 'typebox';
import { compileCheck } from '../../src/surfaces/http/body/validation.ts';

export const ENDPOINTS: readonly EndpointShape[] = [
  ...partnerApi,
  ...messagingApi,
  ...backOfficeApi,
  ...widgetApi,
  ...consoleApi,
];

/**
 * Endpoints that a session opens too: of the partner API those with a right, of the back office all but its sign-in.
 */
export const BEHIND_SESSION: readonly EndpointShape[] = [
  ...partnerApi.filter(({ right }) => right !== undefined),
  ...backOfficeApi.filter(({ auth }) => auth === 'staff'),
];

export function sessionPath(shape: EndpointShape): string {
  return `${SESSION_PREFIX[shape.surface] ?? ''}${shape.path}`;
}

export function fullPath(shape: EndpointShape): string {
  return `${SURFACE_PREFIX[shape.surface]}${shape.path}`;
}

type Check = (value: unknown) => void;

/** Compiled at first use: a file sees few of the replies. */
function throwing(schema: TSchema): Check {
  let find: ReturnType<typeof compileCheck> | undefined;
  return (value) => {
    find ??= compileCheck(schema);
    const { found } = find(value);
    if (found.total > 0) throw refusalOf(found);
  };
}

const checkErrorBody = throwing(ErrorBody);

const listed = [...partnerApi, ...messagingApi, ...widgetApi].map((shape) => ({
  method: shape.method,
  pattern: patternOf(fullPath(shape)),
  codes: refusalsOf(shape).map(({ code }) => code),
}));

const MENDABLE = 4000;

/** Every refusal with code 4000 names the invalid fields, in one shape on every surface. */
export function checkDetails(call: string, { msg, details = [], detailsTotal }: ErrorBody['error']): void {
  const isTold = details.every(({ field, reason, code }) => field && reason && Object.hasOwn(FAULT_CODES, code));
  const fields = new Set(details.map(({ field }) => field));
  const isCounted = detailsTotal === undefined || detailsTotal > details.length;
  if (details.length === 0 || !isTold || !isCounted || fields.size < details.length)
    throw new Error(
      `${call} was refused with 4000 and without usable details: ${JSON.stringify({ msg, details, detailsTotal })}`,
    );
}

function checkError(method: string, path: string, body: unknown): void {
  checkErrorBody(body);
  const { error } = body as ErrorBody; // the schema check above has passed
  const { code } = error;
  if (code === MENDABLE) checkDetails(`${method} ${path}`, error);
  const found = listed.find((entry) => entry.method === method && entry.pattern.test(path));
  if (found?.codes.includes(code) === false)
    throw new Error(`${method} ${path} was refused with ${code}, which its document does not list`);
}

const places = [
  ...ENDPOINTS.map((shape) => ({ shape, path: fullPath(shape) })),
  ...BEHIND_SESSION.map((shape) => ({ shape, path: sessionPath(shape) })),
];

const replies = places.flatMap(({ shape, path }) =>
  Object.entries(shape.responses).map(([status, schema]) => ({
    method: shape.method,
    pattern: patternOf(path),
    status: Number(status),
    check: throwing(schema),
  })),
);

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);
}

export function checkReply(method: string, path: string, status: number, body: unknown): void {
  // The messaging API has aliases; the contract has its main address.
  const address = path.replace(/^(?:\/api\/v1)?\/v1(?=\/)/, SURFACE_PREFIX.messaging);
  if (status >= 400) checkError(method, address, body);
  else checkOf(method, address, status)(body);
}

function checkOf(method: string, path: string, status: number): Check {
  const reply = replies.find((entry) => entry.method === method && entry.pattern.test(path) && entry.status === status);
  if (reply === undefined) throw new Error(`${method} ${path} answered ${status}, which its endpoint does not declare`);
  return reply.check;
}
