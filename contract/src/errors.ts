// Code and status of every refusal per surface. A new reason in the domain without a code here does not compile. A code
// is the HTTP status times ten plus a number that distinguishes cases.
import { FAULTS_MAX } from '@volley/domain/refusals/fault.ts';
import type { Refusal, RefusalReason } from '@volley/domain/refusals/refusal.ts';
import Type, { type Static } from 'typebox';
import type { Surface } from './endpoint.ts';

const Detail = Type.Object(
  {
    field: Type.String({
      description:
        'location of the fault: a path into the body, or the name of a parameter or header; `body`: the whole body',
    }),
    reason: Type.String({ description: 'description of the fault for people; the wording may change' }),
    code: Type.String({ description: 'code of the fault for programs; codes are added, never renamed' }),
  },
  { title: 'ErrorDetail' },
);

export const ErrorBody = Type.Object({
  error: Type.Object({
    code: Type.Integer({ description: 'HTTP status times ten plus a number that distinguishes cases' }),
    msg: Type.String({ description: 'description for people; the wording may change' }),
    details: Type.Optional(
      Type.Array(Detail, {
        maxItems: FAULTS_MAX,
        description: 'all faults of the request, one entry per field; present with every 4000',
      }),
    ),
    detailsTotal: Type.Optional(
      Type.Integer({ description: `number of faults if there are more than the ${FAULTS_MAX} listed` }),
    ),
  }),
});
export type ErrorBody = Static<typeof ErrorBody>;

/** The widget marks one field. */
export const WidgetErrorBody = Type.Object({
  error: Type.Object({
    ...ErrorBody.properties.error.properties,
    field: Type.Optional(Type.String({ description: 'widget API: field of the first fault' })),
    reason: Type.Optional(
      Type.String({ description: 'widget API: code of the first fault, such as `not-a-number` or `country`' }),
    ),
  }),
});

export type ApiError = { readonly code: number; readonly status: number; readonly msg: string };

type Code = { readonly code: number; readonly status: number };

const both = (code: Code): Record<Surface, Code> => ({
  partner: code,
  messaging: code,
  'back-office': code,
  widget: code,
  console: code,
});
const badRequest: Code = { code: 4000, status: 400 };

/**
 * The partner API answers 4000 for every refused change; the messaging API has finer codes. The widget shows its own
 * numbers to the visitors of a site.
 */
const CODES = {
  'bad-request': both(badRequest),
  'not-authenticated': both({ code: 4010, status: 401 }),
  'bad-credentials': both({ code: 4012, status: 401 }),
  'address-not-allowed': both({ code: 4013, status: 401 }),
  'insufficient-funds': both({ code: 4020, status: 402 }),
  'access-denied': both({ code: 4030, status: 403 }),
  'too-many-requests': { ...both({ code: 4290, status: 429 }), widget: { code: 130, status: 429 } },
  'not-found': both({ code: 4040, status: 404 }),
  'method-not-allowed': both({ code: 4050, status: 405 }),
  'company-disabled': both(badRequest),
  'over-budget': both(badRequest),
  'dispatch-status': { ...both(badRequest), messaging: { code: 4031, status: 403 } },
  'no-recipients': both(badRequest),
  'sender-unusable': both(badRequest),
  'sender-unknown': both(badRequest),
  'sender-duplicate': both(badRequest),
  'sender-not-editable': both(badRequest),
  'sender-status': both(badRequest),
  'template-status': both(badRequest),
  'document-needed': both(badRequest),
  'payload-too-large': { ...both(badRequest), messaging: { code: 4130, status: 413 } },
  'unsupported-media-type': both({ code: 4150, status: 415 }),
  conflict: both({ code: 4090, status: 409 }),
  'widget-unknown': { ...both({ code: 4040, status: 404 }), widget: { code: 310, status: 404 } },
  'captcha-not-passed': { ...both(badRequest), widget: { code: 110, status: 400 } },
  'captcha-trouble': { ...both(badRequest), widget: { code: 340, status: 502 } },
  'idempotency-conflict': both({ code: 4090, status: 409 }),
  unavailable: both({ code: 5030, status: 503 }),
} as const satisfies Record<RefusalReason, Record<Surface, Code>>;

/** The cause is in the log, under the request id. */
export const INTERNAL_ERROR: ApiError = { code: 5000, status: 500, msg: 'Internal error' };

export function apiErrorOf(refusal: Refusal, surface: Surface): ApiError {
  const unnamed = refusal.reason === 'not-found' && refusal.details === undefined;
  return { ...CODES[refusal.reason][surface], msg: unnamed ? 'Not Found' : refusal.message };
}
