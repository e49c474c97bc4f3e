// Checks a body of thousands of items one item at a time: Ajv needs a few hundred milliseconds for a million values,
// which would block the loop. The faults are exactly those of the check of the whole body: the first invalid item, or a
// valid one, represents the list, and the schema of the body checks the body with that list of one item.
import type { ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import { inTurns } from '../../../platform/in-turns.ts';
import { type Checked, compileExplain, compileFirst, type FindFirst, referTo } from './validation.ts';

export type CheckInTurns = (body: unknown) => Promise<Checked>;

/** The list that is the body, or a member of it. */
type BulkList = { readonly member: string | undefined; readonly items: TSchema; readonly itemsMax: number };

type JsonSchema = {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: TSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
};

/** A shorter list, or one without maxItems in a body of 256 kB, is checked with the rest. */
const BULK_ITEMS = 1_000;

export function compileCheckInTurns(schema: TSchema): CheckInTurns {
  const bulk = bulkListOf(schema);
  const findInItem = bulk && compileFirst(bulk.items);
  const findFirst = compileFirst(bulk ? withItems(schema, bulk, referTo(bulk.items)) : schema);
  const explain = compileExplain(schema);
  return async (body) => {
    const list = bulk && listIn(bulk, body);
    const first = list && findInItem ? await findInTurns(bulk, { body, list, findFirst, findInItem }) : findFirst(body);
    return explain(body, first);
  };
}

/** Only a schema whose limits on the list also hold for a list of one item. */
export function bulkListOf(schema: TSchema): BulkList | undefined {
  const root = schema as JsonSchema;
  const lists = [[undefined, root] as const, ...Object.entries(root.properties ?? {})];
  for (const [member, { type, items, minItems = 0, maxItems = 0, uniqueItems = false }] of lists)
    if (type === 'array' && items !== undefined && maxItems >= BULK_ITEMS && minItems <= 1 && !uniqueItems)
      return { member, items, itemsMax: maxItems };
  return undefined;
}

function withItems(schema: JsonSchema, { member }: BulkList, items: TSchema): TSchema {
  if (member === undefined) return { ...schema, items };
  return { ...schema, properties: { ...schema.properties, [member]: { ...schema.properties?.[member], items } } };
}

/** Undefined: the list is short, or refused for its length or type before any item is checked. */
function listIn({ member, itemsMax }: BulkList, body: unknown): readonly unknown[] | undefined {
  const list: unknown = member === undefined ? body : Object.getOwnPropertyDescriptor(Object(body), member)?.value;
  return Array.isArray(list) && list.length > 1 && list.length <= itemsMax ? list : undefined;
}

type Needs = {
  readonly body: unknown;
  readonly list: readonly unknown[];
  readonly findFirst: FindFirst;
  readonly findInItem: FindFirst;
};

async function findInTurns(
  { member }: BulkList,
  { body, list, findFirst, findInItem }: Needs,
): Promise<ErrorObject | undefined> {
  let wrongAt: number | undefined;
  await inTurns(list, (item, at) => {
    if (wrongAt === undefined && findInItem(item) !== undefined) wrongAt = at;
  });
  const at = wrongAt ?? 0;
  const first = findFirst(member === undefined ? [list[at]] : { ...Object(body), [member]: [list[at]] });
  return first && { ...first, instancePath: movedTo(at, first.instancePath, member) };
}

/** Maps the path of an error in the list of one item to its path in the full list. */
function movedTo(at: number, path: string, member: string | undefined): string {
  const inList = member === undefined ? '/0' : `/${member}/0`;
  const isWithin = path === inList || path.startsWith(`${inList}/`);
  return isWithin ? `${inList.slice(0, -1)}${at}${path.slice(inList.length)}` : path;
}
