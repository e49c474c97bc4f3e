// The public face of every refusal, for each surface. A new reason in the domain without a face
// here does not compile. A code is the HTTP status times ten plus a number that tells cases apart.
import { FAULTS_MAX } from '@volley/domain/fault.ts';
import type { Refusal, RefusalReason } from '@volley/domain/refusal.ts';
import Type, { type Static } from 'typebox';
import type { Surface } from './endpoint.ts';

const Detail = Type.Object({
  field: Type.String({
    description: 'where it stands: a path into the body, or the name of a parameter or header; `body` for the whole',
  }),
  reason: Type.String({ description: 'what is wrong with it, for people; the words may change' }),
  code: Type.String({ description: 'what is wrong with it, for programs; codes are added, never renamed' }),
});

export const ErrorBody = Type.Object({
  error: Type.Object({
    code: Type.Integer(),
    msg: Type.String(),
    details: Type.Optional(
      Type.Array(Detail, {
        maxItems: FAULTS_MAX,
        description: 'everything that was found wrong, one entry per field; present with every 4000',
      }),
    ),
    detailsTotal: Type.Optional(
      Type.Integer({ description: `how many there are, when more than the ${FAULTS_MAX} shown were found` }),
    ),
  }),
});
export type ErrorBody = Static<typeof ErrorBody>;

export type ErrorFace = { readonly code: number; readonly status: number; readonly msg: string };

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
 * The partner interface knows 4000 for every refused change; the messaging interface has finer codes. The widget
 * shows numbers of its own to the visitors of a site.
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

/** Says nothing of what went wrong: that is in the log, under the request's id. */
export const INTERNAL_ERROR: ErrorFace = { code: 5000, status: 500, msg: 'Internal error' };

export function faceOf(refusal: Refusal, surface: Surface): ErrorFace {
  const unnamed = refusal.reason === 'not-found' && refusal.details === undefined;
  return { ...CODES[refusal.reason][surface], msg: unnamed ? 'Not Found' : refusal.message };
}
