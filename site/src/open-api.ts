// The parts of an OpenAPI document that the reference shows, and its calls in order.
import type { Schema } from './schema-text.ts';

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
};
type Response = { readonly $ref?: string; readonly description?: string; readonly content?: Content };
export type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  readonly callbacks?: Readonly<Record<string, Readonly<Record<string, { readonly post: Operation }>>>>;
};

export type Api = 'partner' | 'messaging';
type Callback = Readonly<Record<string, { readonly post: Operation }>>;
export type OpenApiDocument = {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Callback;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, unknown>>;
  };
};

export type Call = { readonly method: string; readonly path: string; readonly operation: Operation };

export const callsOf = ({ paths }: OpenApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

export const callSlug = (id: string): string => id.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
