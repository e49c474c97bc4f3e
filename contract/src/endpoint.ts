// An endpoint is a value: the contract with the caller, without its implementation. The server mounts these values, the
// OpenAPI documents are built from them, and the types of a handler's input and output derive from them, so the three
// cannot diverge.
import type { KeyType } from '@volley/domain/people/key-type.ts';
import type { PartnerRight } from '@volley/domain/people/partner-role.ts';
import type { Capability } from '@volley/domain/people/staff-role.ts';
import type { RefusalReason } from '@volley/domain/refusals/refusal.ts';
import type { Static, TObject, TSchema } from 'typebox';

export const SURFACES = ['partner', 'messaging', 'back-office', 'widget', 'console'] as const;
export type Surface = (typeof SURFACES)[number];

/** Prefix of the path on the wire. */
export const SURFACE_PREFIX = {
  partner: '',
  messaging: '/api/v1',
  'back-office': '/admin/v1',
  widget: '/widget/v1',
  console: '/console/api/v1',
} as const satisfies Record<Surface, string>;

/** Prefix of partner and staff endpoints for callers with a console session. */
export const SESSION_PREFIX: Readonly<Partial<Record<Surface, string>>> = {
  partner: '/console/api/v1/partner',
  'back-office': '/console/api/v1/admin',
};

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The body is a form with exactly one file in the named part, instead of `body`. */
export type Multipart = {
  readonly part: string;
  readonly fileBytesMax: number;
  /** Accepted file types; both the content and the extension must match. */
  readonly kinds: readonly { readonly mediaType: string; readonly endings: readonly string[] }[];
};

/** The body may also be a form: its JSON in the part `body`, then files in the parts file1, file2 and so on. */
export type FormWithFiles = Pick<Multipart, 'fileBytesMax' | 'kinds'> & { readonly filesMax: number };

export type SuccessStatus = 200 | 201 | 204;

export type EndpointShape = {
  readonly id: string;
  readonly surface: Surface;
  readonly method: Method;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly summary: string;
  /** Additional documentation. */
  readonly description?: string;
  /** `session`: users of a partner with the named right; `signed-in`: any signed-in user, also staff. */
  readonly auth: 'none' | 'partner' | 'key' | 'staff' | 'session' | 'signed-in';
  /** The capability that staff need; a back-office endpoint without one is not mounted. */
  readonly capability?: Capability | 'sign-in';
  /**
   * The right that a user of a partner needs in the partner console. A console endpoint without one is not mounted; an
   * endpoint of the partner API that declares one can also be called with a session.
   */
  readonly right?: PartnerRight | 'any-role';
  /** A query with a body: it changes nothing, so no action is recorded. */
  readonly asks?: true;
  /** The reply contains a secret that is shown once: it is never stored, so the call takes no Idempotency-Key. */
  readonly showsSecret?: true;
  /** A read of personal data, an export or a single message: console users who call it are recorded. */
  readonly isRecorded?: true;
  /** Types of keys that may call it; absent: all. */
  readonly keyTypes?: readonly KeyType[];
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** An absent body means `{}`. */
  readonly bodyOptional?: true;
  /** A single object means a list of one item. */
  readonly bodyList?: true;
  /** `bulk` bodies carry thousands of recipients; every other body is `plain` and small. */
  readonly bodyLimit?: 'bulk' | 'plain';
  readonly multipart?: Multipart;
  readonly form?: FormWithFiles;
  readonly replyType?: 'application/json' | 'text/plain' | 'application/octet-stream';
  /** Media types of the files that an endpoint of the type `application/octet-stream` answers with. */
  readonly fileTypes?: readonly string[];
  /** 204: the schema is null, because the answer has no body. */
  readonly responses: { readonly [Status in SuccessStatus]?: TSchema };
  /** Refusals in addition to those of every endpoint of its kind. */
  readonly refusals?: readonly RefusalReason[];
  /** An example body and reply. */
  readonly example?: { readonly body?: unknown; readonly reply?: unknown };
};

export function endpoint<const Shape extends EndpointShape>(shape: Shape): Shape {
  return shape;
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

export type ParamsOf<Shape extends EndpointShape> = StaticOf<Shape['params']>;
export type QueryOf<Shape extends EndpointShape> = StaticOf<Shape['query']>;
export type BodyOf<Shape extends EndpointShape> = StaticOf<Shape['body']>;
export type ReplyOf<Shape extends EndpointShape> = Frozen<
  StaticOf<Shape['responses'][keyof Shape['responses'] & SuccessStatus]>
>;

/** Replies are only read, so a handler may return deeply read-only values. */
type Frozen<Value> = Value extends object ? { readonly [Member in keyof Value]: Frozen<Value[Member]> } : Value;

/** A change that the caller may repeat under an Idempotency-Key. */
export function isRepeatable({ method, auth, showsSecret }: EndpointShape): boolean {
  return method === 'POST' && (auth === 'partner' || auth === 'key') && showsSecret !== true;
}

/** The success status; an endpoint declares exactly one. */
export function successStatus({ responses }: EndpointShape): SuccessStatus {
  if (responses[204] !== undefined) return 204;
  return responses[201] === undefined ? 200 : 201;
}
