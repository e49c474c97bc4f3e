// Every place of an endpoint where a caller can write an id, read from the contract: path, query, anywhere in the body,
// alone or in a list.
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import type { TSchema } from 'typebox';

export type IdSlot = {
  readonly part: 'params' | 'query' | 'body';
  /** Member names on the way to the id. */
  readonly path: readonly string[];
  readonly isList: boolean;
  readonly isUuid: boolean;
  /** The id is written as text. */
  readonly isText: boolean;
  /** A valid example of such a text. */
  readonly pattern?: string;
};

/** Ids of shared reference data, and ids that callers choose themselves. */
const NOBODYS = new Set([
  'countryId',
  'externalMessageId',
  'external_message_id',
  'subscriberId',
  'subscriberIds',
  'subscriber_id',
]);
const ID_NAME = /^id$|Ids?$|_ids?$|uuids?$/i;

export function idSlots(shape: EndpointShape): IdSlot[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = shape[part];
    return schema === undefined ? [] : slotsIn(schema, part, []);
  });
}

/** The keywords of JSON schema that this file reads. */
type Node = {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly pattern?: string;
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
};

function slotsIn(schema: TSchema, part: IdSlot['part'], path: readonly string[]): IdSlot[] {
  const { properties = {}, items } = schema as Node; // schemas are plain JSON
  const inside = items?.properties === undefined ? [] : slotsIn(items as TSchema, part, [...path, '0']);
  return [...inside, ...Object.entries(properties).flatMap(([name, node]) => slotAt(node, part, [...path, name]))];
}

function slotAt(node: Node, part: IdSlot['part'], path: readonly string[]): IdSlot[] {
  const name = path.at(-1) ?? '';
  if (!ID_NAME.test(name) || NOBODYS.has(name)) return slotsIn(node as TSchema, part, path);
  const isList = node.type === 'array';
  const { format, type, pattern } = (isList ? node.items : node) ?? {};
  const isUuid = format === 'uuid' || /uuids?$/i.test(name);
  return [{ part, path, isList, isUuid, isText: type === 'string', ...(pattern && { pattern }) }];
}
