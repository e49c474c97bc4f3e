// The OpenAPI documents as readers use them: every reference resolves, every example matches its schema, and everything
// that a client of the messaging API meets is documented.
import { MessagingCallback } from '@volley/contract/callbacks/messaging-callbacks.ts';
import { DICTIONARY } from '@volley/contract/dictionary/find-entry.ts';
import { SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { backOfficeDocument, publicDocument, servedBy } from '@volley/contract/openapi/documents.ts';
import { widgetApi } from '@volley/contract/widget/widget-api.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';

type Node = { readonly pointer: readonly string[]; readonly value: Readonly<Record<string, unknown>> };

/** Every object of a document with its pointer, without the contents of examples. */
function* nodesOf(value: unknown, pointer: readonly string[] = []): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { pointer, value: value as Node['value'] }; // not an array
  for (const [name, one] of Object.entries(value))
    if (name !== 'example' && name !== 'examples') yield* nodesOf(one, [...pointer, name]);
}

const at = (document: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);

const documents = {
  partner: publicDocument('partner'),
  messaging: publicDocument('messaging'),
  'back-office': backOfficeDocument(),
};

describe.each(Object.entries(documents))('%s', (_name, document) => {
  const nodes = [...nodesOf(document)];

  test('resolves every reference', () => {
    const references = nodes.flatMap(({ value }) => (typeof value['$ref'] === 'string' ? [value['$ref']] : []));
    expect(references.length).toBeGreaterThan(20);
    expect(references.filter((to) => at(document, to.slice(1)) === undefined)).toEqual([]);
  });

  test('has unique operation ids and declares the parameters of every path', () => {
    const operations = Object.entries(document['paths'] as Record<string, Record<string, Operation>>).flatMap(
      ([path, methods]) => Object.values(methods).map((operation) => ({ path, operation })),
    );
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    for (const { path, operation } of operations) {
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  });

  test('describes every operation and parameter, with examples of bodies and answers', () => {
    const operations = Object.values(document['paths'] as Record<string, Record<string, Operation>>).flatMap(
      (methods) => Object.values(methods),
    );
    const silent = operations.flatMap(({ operationId, description, parameters = [], requestBody, responses }) => {
      const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
      const bodies = [requestBody, success].flatMap((one) => Object.entries(one?.content ?? {}));
      return [
        ...(description === undefined ? [operationId] : []),
        ...parameters.filter((one) => one.description === undefined).map(({ name }) => `${operationId} ${name}`),
        ...bodies
          .filter(([type, media]) => TEXTS.has(type) && media.example === undefined)
          .map(([type]) => `${operationId} ${type}`),
      ];
    });
    expect(silent).toEqual([]);
  });

  test('has a name for every object, a type for every enum and standard formats only', () => {
    const schemas = nodes.filter(({ value }) => 'enum' in value || 'format' in value || 'properties' in value);
    const found = schemas.flatMap(({ pointer, value }) => [
      ...('enum' in value && value['type'] === undefined ? [`${pointer.join('/')}: enum without type`] : []),
      ...(typeof value['format'] === 'string' && !FORMATS.has(value['format']) ? [value['format']] : []),
      ...(isInline(pointer, value) ? [`${pointer.join('/')}: object without a name`] : []),
    ]);
    expect(found).toEqual([]);
    const extensions = nodes.flatMap(({ value }) => Object.keys(value).filter((name) => name.startsWith('x-')));
    expect(extensions).toEqual([]);
  });

  test('has examples that match their schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'document');
    const shown = nodes.filter(({ value }) => 'schema' in value && ('example' in value || 'examples' in value));
    expect(shown.length).toBeGreaterThan(5);
    for (const { pointer, value } of shown) {
      const path = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
      const check = ajv.compile({ $ref: `document#/${path.join('/')}/schema` });
      const examples =
        'example' in value ? [value['example']] : Object.values(value['examples'] as object).map(valueOf);
      for (const example of examples) expect([check(example), check.errors, pointer]).toEqual([true, null, pointer]);
    }
  });
});

type Body = { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> };

type Operation = {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters?: readonly { name: string; in: string; required: boolean; description?: string }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
};

/** Media types whose bodies can be shown. */
const TEXTS = new Set(['application/json', 'text/plain']);

const FORMATS = new Set(['date-time', 'uuid', 'uri', 'int64', 'binary']);

/** Forms are written where they are sent. */
function isInline(pointer: readonly string[], value: Node['value']): boolean {
  const members = Object.keys(Object(value['properties']));
  const isNamed = pointer.length === 3 && pointer[1] === 'schemas';
  return members.length > 0 && !isNamed && !pointer.includes('multipart/form-data') && pointer.at(-1) !== 'properties';
}

const valueOf = (example: { readonly value: unknown }): unknown => example.value;

describe('the document of the messaging API', () => {
  const { paths, webhooks, components } = documents.messaging as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly webhooks: Readonly<Record<string, unknown>>;
    readonly components: { readonly responses: Readonly<Record<string, unknown>> };
  };

  test('has every endpoint, including the widget API', () => {
    for (const { surface, path, method, id } of [...messagingApi, ...widgetApi])
      expect(paths[`${SURFACE_PREFIX[surface]}${path}`]?.[method.toLowerCase()]?.operationId).toBe(id);
  });

  test('names the address of an installation', () => {
    const served = servedBy(documents.messaging, 'https://api.shop.example/');
    expect(served.servers).toEqual([{ url: 'https://api.shop.example', description: 'this installation' }]);
  });

  test('has every event type', () => {
    const kinds = MessagingCallback.anyOf.flatMap(({ properties: { callback_event: kind } }) =>
      'const' in kind ? [kind.const] : (kind as unknown as { enum: string[] }).enum,
    );
    expect(Object.keys(webhooks).toSorted()).toEqual(kinds.toSorted());
  });

  test('has every error code of a request, except those below HTTP', () => {
    const beneath = [4050, 4080, 4170, 4310];
    const codes = Object.keys(components.responses).flatMap((name) =>
      name.replace('Refused', '').split('Or').map(Number),
    );
    const known = DICTIONARY.api.map(({ code }) => code).filter((code) => !beneath.includes(code));
    expect(known.filter((code) => !codes.includes(code))).toEqual([]);
  });
});
