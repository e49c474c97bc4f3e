// An endpoint without its schemas: all that a request needs. The generated tables hold these, so that a built package
// contains no schema.

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** On the wire, with `{name}` for parameters. */
  readonly path: string;
  /** Names of the parameters, in the order of a method's arguments. */
  readonly params: readonly string[];
  /** The argument after the parameters. `file`: one file in the part `file` of a form. */
  readonly takes?: 'body' | 'query' | 'file';
  /** Files may come with the body. */
  readonly form?: true;
  /** Default: JSON. */
  readonly reply?: 'text' | 'bytes';
  /** `key`: may be repeated under an Idempotency-Key; `never`: must not be repeated, the answer contains a secret. */
  readonly repeat?: 'key' | 'never';
  /** Changes nothing, although it is a POST. */
  readonly reads?: true;
  /** No token or key is sent. */
  readonly open?: true;
  /** The body is a list; the client sends a longer one in parts of this many items. */
  readonly cut?: number;
  /** A list with pages, `page` in the query and `items` in the answer. */
  readonly pages?: true;
};

/** The call changes nothing. */
export const isRead = ({ method, reads }: Route): boolean => method === 'GET' || reads === true;

export type FileContent = {
  /** File name with its ending. */
  readonly name: string;
  readonly bytes: Uint8Array | Blob;
};

export type CallOptions = { readonly signal?: AbortSignal };

export type ChangeOptions = CallOptions & {
  /** Generated per call by default. Pass a key to repeat a call after a restart. */
  readonly idempotencyKey?: string;
};

export type FileOptions = CallOptions & {
  /** Documents: PDF, JPG or PNG. */
  readonly files?: readonly FileContent[];
};

export type FormOptions = ChangeOptions & FileOptions;
