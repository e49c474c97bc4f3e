// Applies one defect per request: a place of a valid request is chosen and mutated. Values that JSON cannot express
// (1e400) are marks until the text is built.
import type { Chance } from '../chaos/random.ts';
import type { Schema } from './schema-values.ts';

/** A member of a record or list that can be replaced or removed. */
export type Place = { readonly holder: Record<string, unknown>; readonly name: string; readonly schema: Schema };

const RAW_MARK = '@@raw@@';

/** JSON text with the marks replaced by their values. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(/"@@raw@@([^"]*)"/g, '$1');
}

export function placesOf(holder: Record<string, unknown>, properties: Readonly<Record<string, Schema>>): Place[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const value = holder[name];
    const here: Place = { holder, name, schema };
    if (Array.isArray(value)) return [here, ...placesInList(value, schema.items ?? {})];
    if (typeof value === 'object' && value !== null)
      // A plain record from the generator.
      return [here, ...placesOf(value as Record<string, unknown>, schema.properties ?? {})];
    return [here];
  });
}

function placesInList(list: unknown[], items: Schema): Place[] {
  if (list.length === 0) return [];
  // An array, accessed by index.
  const holder = list as unknown as Record<string, unknown>;
  const inner = list[0];
  const nested =
    typeof inner === 'object' && inner !== null
      ? placesOf(inner as Record<string, unknown>, items.properties ?? {}) // as above
      : [];
  return [{ holder, name: '0', schema: items }, ...nested];
}

type Mutation = (place: Place, chance: Chance, foreign: ForeignIds) => void;

/** Ids of another partner, by the name of the member that would contain them. */
export type ForeignIds = Readonly<Record<string, unknown>>;

const put =
  (values: readonly unknown[]): Mutation =>
  ({ holder, name }, chance) => {
    holder[name] = chance.pick(values);
  };

const UNICODE = [
  '😀👨‍👩‍👧‍👦',
  '\u202eevil',
  'e\u0301\u0301\u0301',
  '\ufeff',
  '\u2028\u2029',
  '\x07\x1b[31m',
  'ﷺ',
  '𝕏',
  '\u00a0',
  '﹤script﹥',
];
const NUMBERS = [
  1.5,
  -1,
  -0,
  2 ** 31,
  2 ** 53 + 2,
  1e21,
  1e-7,
  `${RAW_MARK}1e400`,
  `${RAW_MARK}-1e400`,
  `${RAW_MARK}1.0`,
  `${RAW_MARK}1E2`,
  '1',
  '01',
  '0x10',
  '1e3',
  ' 1',
  'NaN',
  'Infinity',
];
const DATES = [
  'tomorrow',
  'infinity',
  '2024-02-30T00:00:00Z',
  '2024-07-01',
  '2024-07-01T00:00:00',
  '2024-07-01T24:00:00Z',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2024-07-01T00:00:00+99:99',
  '2024-07-01t00:00:00z',
  '1e3',
  '',
  '2262-04-11T23:47:17Z',
  '-000001-01-01T00:00:00Z',
];

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'another type': put([0, 1, '', 'x', true, false, [], {}, [[]], [{}], { a: 1 }, ['x'], [1]]),
  missing: ({ holder, name }) => {
    if (Array.isArray(holder)) holder.splice(0, 1);
    else delete holder[name];
  },
  null: put([null]),
  extra: ({ holder }, chance) => {
    holder[chance.pick(['status', 'id', 'partnerId', 'partner_id', 'price', 'fee', 'suspended', 'toString', 'x', ''])] =
      chance.pick([1, 'x', null, { a: 1 }]);
  },
  empty: put(['', [], {}]),
  limits: ({ holder, name, schema }, chance) => {
    const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
    const off = chance.pick([-1, 0, 1]);
    if (maximum !== undefined || minimum !== undefined)
      holder[name] = (chance.pick([minimum, maximum].filter((limit) => limit !== undefined)) ?? 0) + off;
    else if (maxItems !== undefined || minItems !== undefined)
      holder[name] = listLike(
        holder[name],
        (chance.pick([minItems, maxItems].filter((limit) => limit !== undefined)) ?? 0) + off,
      );
    else holder[name] = 'x'.repeat(Math.max(0, (chance.pick([minLength ?? 1, maxLength ?? 255]) ?? 0) + off));
  },
  huge: ({ holder, name }, chance) => {
    holder[name] = chance.pick([
      'x'.repeat(100_000),
      'я'.repeat(120_000),
      1e308,
      Array(12_000).fill(1),
      Array(2_000).fill({}),
      Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`k${at}`, at])),
    ]);
  },
  unicode: put(UNICODE),
  NUL: put(['\0', 'a\0b', ['\0'], { '\0': 1 }]),
  'lone surrogate': put(['\ud800', 'x\udfff', ['\ud83d'], { '\udc00': 1 }]),
  prototype: ({ holder, name }, chance) => {
    const trap = JSON.parse('{"__proto__":{"companyId":1},"constructor":{"prototype":{"x":1}}}') as unknown;
    if (chance.number() < 0.5) holder[name] = trap;
    else Object.defineProperty(holder, '__proto__', { value: { x: 1 }, enumerable: true, configurable: true });
  },
  numbers: put(NUMBERS),
  dates: put(DATES),
  list: ({ holder, name, schema }, chance) => {
    holder[name] = listLike(holder[name], chance.pick([0, 1, (schema.maxItems ?? 10) + 1]));
  },
  repeated: ({ holder, name }) => {
    const value = holder[name];
    holder[name] = Array.isArray(value) ? [...value, ...value] : [value, value];
  },
  foreign: ({ holder, name }, chance, foreign) => {
    holder[name] = foreign[name] ?? chance.pick(Object.values(foreign));
  },
  deep: put([nested(9), nested(10), nested(11), nested(2_000)]),
  placeholder: put([
    '{name}',
    '{constructor}',
    '{__proto__}',
    '$&$`',
    '{',
    '{}',
    '{{name}}',
    '%s%n',
    "'; drop table companies; --",
    '../../etc/passwd',
    '<script>',
  ]),
};

function listLike(value: unknown, length: number): unknown[] {
  const items: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
  return Array.from({ length: Math.max(0, length) }, (_, at) => items[at % items.length]);
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
