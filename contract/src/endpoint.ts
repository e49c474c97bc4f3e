// An endpoint is a value: everything a caller may rely on, and nothing of how it is done.
// The server mounts these values, the OpenAPI documents are folded from them, and the types of
// a handler's input and output are read off them, so the three can never tell different stories.
import type { KeyType } from '@volley/domain/key-type.ts';
import type { PartnerRight } from '@volley/domain/partner-role.ts';
import type { RefusalReason } from '@volley/domain/refusal.ts';
import type { Capability } from '@volley/domain/staff-role.ts';
import type { Static, TObject, TSchema } from 'typebox';

export const SURFACES = ['partner', 'messaging', 'back-office', 'widget', 'console'] as const;
export type Surface = (typeof SURFACES)[number];

/** What stands before an endpoint's path on the wire. */
export const SURFACE_PREFIX = {
  partner: '',
  messaging: '/api/v1',
  'back-office': '/admin/v1',
  widget: '/widget/v1',
  console: '/console/api/v1',
} as const satisfies Record<Surface, string>;

/** Where people signed in to the console reach the endpoints that partners and staff reach with their tokens. */
export const SESSION_PREFIX: Readonly<Partial<Record<Surface, string>>> = {
  partner: '/console/api/v1/partner',
  'back-office': '/console/api/v1/admin',
};

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The body is a form with exactly one file in the named part; it takes the place of `body`. */
export type Multipart = {
  readonly part: string;
  readonly fileBytesMax: number;
  /** The kinds of file that are taken; both the content and the ending of the name must say so. */
  readonly kinds: readonly { readonly mediaType: string; readonly endings: readonly string[] }[];
};

/** The body may also come as a form: its JSON in the part `body`, then files in the parts file1, file2 and so on. */
export type FormWithFiles = Pick<Multipart, 'fileBytesMax' | 'kinds'> & { readonly filesMax: number };

export type EndpointShape = {
  readonly id: string;
  readonly surface: Surface;
  readonly method: Method;
  /** With `{name}` for the parts that are parameters. */
  readonly path: string;
  readonly summary: string;
  /** What a reader must know beside the summary. */
  readonly description?: string;
  /** `session`: people of a partner with the right it names; `signed-in`: whoever is signed in, staff too. */
  readonly auth: 'none' | 'partner' | 'key' | 'staff' | 'session' | 'signed-in';
  /** What staff must be allowed to do; every endpoint of the back office says it, or it is not mounted. */
  readonly capability?: Capability | 'sign-in';
  /**
   * What somebody of a partner must be allowed to do in the cabinet. Endpoints of the console say it, or are not
   * mounted; an endpoint of the partner API that says it can be called with a session, too.
   */
  readonly right?: PartnerRight | 'anybody';
  /** A question with a body: it changes nothing, so nothing is recorded of it. */
  readonly asks?: true;
  /** The reply holds a secret that is shown once: it is never kept, so the call takes no Idempotency-Key. */
  readonly showsSecret?: true;
  /** A read of personal data, an export or a single message: who made it through the console is recorded. */
  readonly isRecorded?: true;
  /** The types of keys that may call it; absent: every type. */
  readonly keyTypes?: readonly KeyType[];
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** An absent body is read as `{}`. */
  readonly bodyOptional?: true;
  /** One object instead of a list is read as a list of one. */
  readonly bodyList?: true;
  /** `bulk` routes take recipients by the thousand; every other body is `plain` and small. */
  readonly bodyLimit?: 'bulk' | 'plain';
  readonly multipart?: Multipart;
  readonly form?: FormWithFiles;
  readonly replyType?: 'application/json' | 'text/plain' | 'application/octet-stream';
  readonly responses: { readonly [Status in 200 | 201]?: TSchema };
  /** Refusals of its own, beside those that every endpoint of its kind has. */
  readonly refusals?: readonly RefusalReason[];
  /** One body and its reply, for readers. */
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
  StaticOf<Shape['responses'][keyof Shape['responses'] & (200 | 201)]>
>;

/** A reply is only read, so what is handed in may be read-only through and through. */
type Frozen<Value> = Value extends object ? { readonly [Member in keyof Value]: Frozen<Value[Member]> } : Value;

/** A change that its caller may send again under an Idempotency-Key. */
export function isRepeatable({ method, auth, showsSecret }: EndpointShape): boolean {
  return method === 'POST' && (auth === 'partner' || auth === 'key') && showsSecret !== true;
}

/** The status of a success; an endpoint declares exactly one. */
export function successStatus(shape: EndpointShape): 200 | 201 {
  return shape.responses[201] === undefined ? 200 : 201;
}
