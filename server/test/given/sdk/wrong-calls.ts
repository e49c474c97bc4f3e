// Wrong calls of the client, as text: a sound call of a random method with one defect. The seed decides all of them.
import { type Chance, seededChance } from '@volley/bench/chaos/random.ts';
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { routeOf } from '@volley/sdk/endpoint-route.ts';
import { MESSAGING_METHODS, type MethodTable, PARTNER_METHODS } from '@volley/sdk/method-table.ts';
import { compileFirst } from '../../../src/surfaces/http/body/validation.ts';
import { type Schema, soundValue, UUID } from './sound-values.ts';
import { sourceOf, Written } from './written.ts';

export type WrongCall = {
  /** `client` or `partner`, as the program names it. */
  readonly text: string;
  readonly method: string;
  /** The key or the login that the method needs. */
  readonly caller: 'MESSAGES' | 'SYSTEM' | 'VERIFIER' | 'partner';
  readonly defect: string;
  /** Word that the sentence must contain: the spoiled member. */
  readonly names: string;
  /** The type of the method does not allow it. */
  readonly isTypeFault: boolean;
};

type Method = { readonly name: string; readonly shape: EndpointShape; readonly isPartner: boolean };

const methodsOf = (table: MethodTable, isPartner: boolean): Method[] =>
  Object.entries(table).flatMap(([group, shapes]) =>
    Object.entries(shapes).map(([name, shape]) => ({ name: `${group}.${name}`, shape, isPartner })),
  );
const METHODS = [...methodsOf(MESSAGING_METHODS, false), ...methodsOf(PARTNER_METHODS, true)];

export function wrongCalls(seed: number, count: number): WrongCall[] {
  const chance = seededChance(seed);
  return Array.from({ length: count }, () => wrongCall(chance.pick(METHODS), chance));
}

function wrongCall(method: Method, chance: Chance): WrongCall {
  const { shape, name, isPartner } = method;
  const { params, takes } = routeOf(shape);
  const args: unknown[] = params.map((param) => soundValue(paramSchema(shape, param), param, chance));
  if (takes === 'file') args.push({ name: 'a.pdf', bytes: new Written('new Uint8Array(1)') });
  else if (takes !== undefined) args.push(soundInput(shape, takes, chance));
  const places: Place[] = [
    ...params.map((param, at) => (): Spoiled => spoilId(args, at, param, paramSchema(shape, param), chance)),
    ...(takes === 'body' || takes === 'query' ? [spoilInput, spoilInput, spoilInput] : []).map(
      (spoil) => (): Spoiled => spoil(args, params.length, { shape, takes: takes as 'body' | 'query', chance }),
    ),
    () => spoilOptions(args, params.length + (takes === undefined ? 0 : 1), chance),
  ];
  const spoiled = chance.pick(places)();
  const caller = isPartner ? 'partner' : (shape.keyTypes?.find((type) => type !== 'VERIFIER_BUILDER') ?? 'MESSAGES');
  const text = `${isPartner ? 'partner' : 'client'}.${name}(${args.map(sourceOf).join(', ')})`;
  return { text, method: name, caller: caller as WrongCall['caller'], ...spoiled };
}

type Spoiled = Pick<WrongCall, 'defect' | 'names' | 'isTypeFault'>;
type Place = () => Spoiled;

// TypeBox schemas are JSON schemas.
const paramSchema = ({ params }: EndpointShape, name: string): Schema => (params?.properties[name] ?? {}) as Schema;

/** The value may be undefined. */
const pickValue = (chance: Chance, values: readonly unknown[]): unknown =>
  chance.pick(values.map((value) => ({ value }))).value;

const typeFault = (defect: string, names: string): Spoiled => ({ defect, names, isTypeFault: true });
const valueFault = (defect: string, names: string): Spoiled => ({ defect, names, isTypeFault: false });

const NO_TEXTS: readonly unknown[] = [undefined, null, 7, true, {}, [UUID], new Written('Number.NaN')];
const NO_NUMBERS: readonly unknown[] = [undefined, null, '7', '', '7/start', '..', {}, [7], true, new Written('7n')];
const TEXTS_NO_ID = ['', ' ', '.', '..', '../..', `${UUID}/stop`, `${UUID} `, 'order-4711', '%2e%2e'];
const NUMBERS_NO_ID: readonly unknown[] = [0, -1, 1.5, 2 ** 31, new Written('Number.NaN'), new Written('1 / 0')];

function spoilId(args: unknown[], at: number, name: string, { type }: Schema, chance: Chance): Spoiled {
  const isText = type === 'string';
  const isTypeFault = chance.number() < 0.5;
  const value = pickValue(
    chance,
    isTypeFault ? (isText ? NO_TEXTS : NO_NUMBERS) : isText ? TEXTS_NO_ID : NUMBERS_NO_ID,
  );
  args[at] = value;
  return { defect: `id ${sourceOf(value)}`, names: name, isTypeFault };
}

function spoilOptions(args: unknown[], at: number, chance: Chance): Spoiled {
  const value = pickValue(chance, [
    5,
    'signal',
    null,
    { signal: 5 },
    { timeout: 5 },
    { idempotencyKey: 5 },
    new Written('new AbortController().signal'),
  ]);
  args[at] = value;
  return typeFault(`options ${sourceOf(value)}`, 'options');
}

type Input = { readonly shape: EndpointShape; readonly takes: 'body' | 'query'; readonly chance: Chance };

/** The contract itself says that the value is sound, before it is spoiled. */
function soundInput(shape: EndpointShape, takes: 'body' | 'query', chance: Chance): unknown {
  const schema = shape[takes];
  if (schema === undefined) throw new Error(`${shape.id} has no ${takes}`);
  const value = soundValue(schema as Schema, takes, chance);
  const fault = compileFirst(schema)(value);
  if (fault === undefined) return value;
  throw new Error(`${shape.id}: ${JSON.stringify(value)} is not sound: ${fault.instancePath} ${fault.message}`);
}

function spoilInput(args: unknown[], at: number, { shape, takes, chance }: Input): Spoiled {
  const schema = shape[takes] as Schema; // as in paramSchema
  const whole = chance.number() < 0.15;
  if (whole && takes === 'body' && shape.bodyOptional !== true) {
    const value = pickValue(chance, [undefined, null, 'text', 5, true, new Written('[[]]')]);
    args[at] = value;
    return typeFault(`body ${sourceOf(value)}`, sourceOf(value) === '[[]]' && schema.type === 'array' ? '[0]' : 'body');
  }
  const spot = chance.pick(spotsOf(args[at], schema));
  return chance.pick([spoilMember, spoilMember, addMember])(spot, chance, takes);
}

/** An object of the input that has declared members. */
type Spot = { readonly object: Record<string, unknown>; readonly schema: Schema };

function spotsOf(value: unknown, schema: Schema): Spot[] {
  if (Array.isArray(value)) return value.flatMap((item) => spotsOf(item, schema.items ?? {}));
  const { properties } = schema;
  if (typeof value !== 'object' || value === null || properties === undefined) return [];
  if (Object.keys(properties).length === 0) return [];
  const object = value as Record<string, unknown>; // a plain object of the generator
  const inner = Object.entries(object).flatMap(([name, one]) => spotsOf(one, properties[name] ?? {}));
  return [{ object, schema }, ...inner];
}

function addMember({ object, schema }: Spot, chance: Chance): Spoiled {
  const known = Object.keys(schema.properties ?? {}).filter((name) => /[A-Z_]/.test(name));
  const typo = chance.pick(['newMember', 'callbackURL', ...known.map((name) => name.toLowerCase().replace('_', ''))]);
  object[typo] = pickValue(chance, [1, 'x', true]);
  return typeFault(`unknown member ${typo}`, typo);
}

function spoilMember({ object, schema }: Spot, chance: Chance, takes: 'body' | 'query'): Spoiled {
  const { properties = {}, required = [] } = schema;
  const name = chance.pick(Object.keys(properties));
  const member = properties[name] ?? {};
  if (required.includes(name) && !('default' in member) && chance.number() < 0.3) {
    delete object[name];
    return typeFault(`no ${name}`, name);
  }
  return chance.number() < 0.6
    ? otherType(object, name, member, takes, chance)
    : otherValue(object, name, member, chance);
}

function otherType(
  object: Record<string, unknown>,
  name: string,
  member: Schema,
  takes: 'body' | 'query',
  chance: Chance,
): Spoiled {
  const types = [member.type ?? (member.enum ? typeof member.enum[0] : [])].flat();
  const fits = (value: unknown) => types.includes(Array.isArray(value) ? 'array' : typeof value);
  const isNumber = types.includes('integer') || types.includes('number');
  const candidates = [5, 'text', true, {}, [[5]], new Written('() => 5')].filter((value) => {
    if (value instanceof Written) return true;
    if (isNumber && value === 5) return false;
    // A list of the query may be a single value.
    if (takes === 'query' && types.includes('array')) return typeof value === 'object';
    return !fits(value);
  });
  const value = pickValue(chance, candidates);
  object[name] = value;
  return typeFault(`${name} ${sourceOf(value)}`, name);
}

/** Allowed by the type, and refused by its limits; a member without limits gets a value of another type. */
function otherValue(object: Record<string, unknown>, name: string, member: Schema, chance: Chance): Spoiled {
  const { maxItems, format } = member;
  const types = [member.type ?? []].flat();
  if (member.enum !== undefined) {
    object[name] = 'FAX';
    return typeFault(`${name} FAX`, name);
  }
  if (types.includes('array') && maxItems !== undefined) {
    const list = object[name] as readonly unknown[] | undefined; // a list of the generator
    const [item] = list ?? [soundValue(member.items ?? {}, name, chance)];
    object[name] = new Written(`Array.from({ length: ${maxItems + 1} }, () => (${constantSource(item)}))`);
    return valueFault(`${name} of ${maxItems + 1} items`, name);
  }
  if (types.includes('integer') || types.includes('number')) {
    object[name] = new Written(chance.pick(['Number.NaN', '-1 / 0', ...(types.includes('integer') ? ['1.5'] : [])]));
    return valueFault(`${name} ${sourceOf(object[name])}`, name);
  }
  if (format !== undefined) {
    object[name] = chance.pick(['', 'tomorrow', '2026-13-01T00:00:00Z', 'a/b']);
    return valueFault(`${name} ${sourceOf(object[name])}`, name);
  }
  object[name] = new Written('() => 5');
  return typeFault(`${name} of a function`, name);
}

/** Words of an enumeration keep their type inside a function. */
const constantSource = (value: unknown): string =>
  typeof value === 'string' ? `${sourceOf(value)} as const` : sourceOf(value);
