// The largest bodies of all further routes, from their schemas: the longest texts and lists up to the maximum body
// size, and the same with undeclared members up to that size.
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { seededChance } from '../chaos/random.ts';
import { type Belongings, type Schema, valueOf } from '../fuzz/schema-values.ts';
import type { WorstBody } from './bulk-bodies.ts';

const BYTES_MAX = 250_000;
const LIST_MAX = 20_000;

export function plainBodies(shape: EndpointShape, path: string, own: Belongings): WorstBody[] {
  const budget = { bytes: BYTES_MAX };
  // Schemas of the contract are plain JSON Schema.
  const full = fullest(shape.body as unknown as Schema, '', { own, budget });
  const objects = Array.from({ length: 22 }, () =>
    Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`m${at}`, 0])),
  );
  const small = fullest(shape.body as unknown as Schema, '', { own, budget: { bytes: 0 } });
  const stuffed =
    typeof small === 'object' && small !== null && !Array.isArray(small) ? { ...small, ignored: objects } : objects;
  return [
    { what: 'as full as its schema allows', path, body: Buffer.from(JSON.stringify(full)) },
    { what: 'ignored objects of 1,000 members', path, body: Buffer.from(JSON.stringify(stuffed)) },
  ];
}

type Filling = { readonly own: Belongings; readonly budget: { bytes: number } };

function fullest(schema: Schema, name: string, filling: Filling): unknown {
  const { own, budget } = filling;
  const [type = 'string'] = [schema.type].flat();
  if (schema.enum === undefined && schema.anyOf === undefined && schema.const === undefined) {
    if (type === 'object') return fullObject(schema, filling);
    if (type === 'array') return fullList(schema, name, filling);
    if (type === 'string' && schema.format === undefined && schema.pattern === undefined) {
      const length = Math.max(1, Math.min(schema.maxLength ?? 100_000, budget.bytes));
      budget.bytes -= length;
      return 'x'.repeat(length);
    }
  }
  budget.bytes -= 10;
  return valueOf(schema, name, seededChance(1), own);
}

function fullObject(schema: Schema, filling: Filling): object {
  const declared = Object.entries(schema.properties ?? {}).map(([name, member]) => [
    name,
    fullest(member, name, filling),
  ]);
  const free = schema.additionalProperties;
  const count = typeof free === 'object' && filling.budget.bytes > 0 ? 100 : 0;
  const others =
    typeof free === 'object' ? Array.from({ length: count }, (_, at) => [`m${at}`, fullest(free, '', filling)]) : [];
  return Object.fromEntries([...declared, ...others]) as object;
}

/** Distinct texts, in case the list must not repeat a value. */
function fullList(schema: Schema, name: string, filling: Filling): unknown[] {
  const items: unknown[] = [];
  const most = Math.min(schema.maxItems ?? LIST_MAX, LIST_MAX);
  while (items.length < most && (items.length < (schema.minItems ?? 0) || filling.budget.bytes > 0)) {
    const item = fullest(schema.items ?? {}, `${name}[]`, filling);
    filling.budget.bytes -= 4;
    items.push(
      typeof item === 'string' && schema.items?.format === undefined
        ? `${items.length}${item}`.slice(0, item.length)
        : item,
    );
  }
  return items;
}
