// Normalizes a body beyond its schema: in a create request `null` for an optional member means absent, and undeclared
// members are reported, because a misspelled one would be ignored silently.
// Items of a list take turns on the loop: a thousand of them may have a million members.
import type { TSchema } from 'typebox';
import { inTurns } from '../../../platform/in-turns.ts';

/** Removes meaningless nulls in place; returns the undeclared names, each once, with items of lists as `[]`. */
type Tidy = (body: unknown) => Promise<string[]>;

type Node = {
  readonly path: string;
  readonly members: ReadonlyMap<string, Member> | undefined;
  readonly items: Node | undefined;
  /** A longer list is refused by the schema. */
  readonly itemsMax: number;
};

type Member = { readonly node: Node; readonly isDroppable: boolean };

type JsonSchema = {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: JsonSchema;
  readonly maxItems?: number;
};

const NAMES_MAX = 100;

export function compileTidy(schema: TSchema, { dropsNulls }: { readonly dropsNulls: boolean }): Tidy {
  const root = nodeOf(schema as JsonSchema, '', dropsNulls);
  return async (body) => {
    const unknown = new Set<string>();
    await tidyInTurns(root, body, unknown);
    return [...unknown];
  };
}

function nodeOf(schema: JsonSchema, path: string, dropsNulls: boolean): Node {
  const { properties, required = [], additionalProperties, items, maxItems = Number.POSITIVE_INFINITY } = schema;
  const isOpen = properties === undefined || typeof additionalProperties === 'object';
  const memberOf = ([name, inner]: readonly [string, JsonSchema]): [string, Member] => [
    name,
    {
      node: nodeOf(inner, path === '' ? name : `${path}.${name}`, dropsNulls),
      isDroppable: dropsNulls && !required.includes(name) && !takesNull(inner),
    },
  ];
  return {
    path,
    members: isOpen ? undefined : new Map(Object.entries(properties).map(memberOf)),
    items: items && nodeOf(items, `${path}[]`, dropsNulls),
    itemsMax: maxItems,
  };
}

function takesNull({ type, enum: values, anyOf }: JsonSchema): boolean {
  if (anyOf !== undefined) return anyOf.some(takesNull);
  if (values !== undefined) return values.includes(null);
  return type === undefined || [type].flat().includes('null');
}

async function tidyInTurns(node: Node, body: unknown, unknown: Set<string>): Promise<void> {
  const { items } = node;
  if (items !== undefined && isListWithin(node, body)) return inTurns(body, (item) => tidy(items, item, unknown));
  for (const [inner, member] of membersOf(node, body, unknown)) await tidyInTurns(inner, member, unknown);
}

function tidy(node: Node, value: unknown, unknown: Set<string>): void {
  const { items } = node;
  if (items !== undefined && isListWithin(node, value)) for (const item of value) tidy(items, item, unknown);
  for (const [inner, member] of membersOf(node, value, unknown)) tidy(inner, member, unknown);
}

function isListWithin({ itemsMax }: Node, value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= itemsMax;
}

/** Declared members of an object that are objects or lists. Records undeclared names in `unknown`. */
function* membersOf({ path, members }: Node, value: unknown, unknown: Set<string>): Generator<[Node, unknown]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || members === undefined) return;
  // JSON values inherit nothing enumerable.
  const object = value as Record<string, unknown>;
  for (const name in object) {
    const member = members.get(name);
    if (member === undefined) {
      if (unknown.size < NAMES_MAX) unknown.add(path === '' ? name : `${path}.${name}`);
    } else if (object[name] === null) {
      if (member.isDroppable) Reflect.deleteProperty(object, name);
    } else if (typeof object[name] === 'object') yield [member.node, object[name]];
  }
}
