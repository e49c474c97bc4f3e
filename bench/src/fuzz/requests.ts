// Requests generated from the endpoints of the contract: valid ones, and valid ones with one defect.
import { type EndpointShape, SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import { KEY_TYPES, type KeyType } from '@volley/domain/people/key-type.ts';
import type { Chance } from '../chaos/random.ts';
import { type ForeignIds, jsonText, MUTATIONS, type Place, placesOf } from './mutations.ts';
import { type Belongings, type Schema, valueOf } from './schema-values.ts';

export type FuzzRequest = {
  readonly endpoint: string;
  readonly mutation: string;
  readonly method: string;
  /** Type of its key; without one it is a partner request. */
  readonly keyType?: KeyType;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

const RIGHT_SHARE = 0.08;
const KEY_SHARE = 0.1;
const PATH_SHARE = 0.1;
const WRONG_TYPE_SHARE = 0.03;
const FORM_SHARE = 0.5;
/** Name under which the body is wrapped in a record. */
const WHOLE = 'body';
const KEYS = ['a', '~'.repeat(255), '~'.repeat(256), 'caf\xe9', ' ', 'a\tb', 'key with blanks', '0'];
const BOUNDARY = 'fuzz-form';
const PATH_IDS = [
  '0',
  '-1',
  '2147483648',
  '01',
  '1.5',
  '1e3',
  'x',
  '%00',
  '%zz',
  '..',
  '%2e%2e',
  "1'",
  '1%20',
  '9'.repeat(250),
  '%F0%9F%98%80',
  '1;x',
  '%EF%BC%91',
];

type Made = Record<'params' | 'query' | 'body', Record<string, unknown>>;

export function fuzzRequest(shape: EndpointShape, chance: Chance, own: Belongings, foreign: ForeignIds): FuzzRequest {
  // Schemas of the contract are plain JSON Schema.
  const schemas = { query: shape.query as Schema | undefined, body: shape.body as Schema | undefined };
  const made: Made = {
    params: { id: pathId(shape, own) },
    query: recordOf(schemas.query, chance, own),
    body: schemas.body === undefined ? {} : { [WHOLE]: valueOf(schemas.body, '', chance, own) },
  };
  const mutation = chance.number() < RIGHT_SHARE ? 'none' : spoil(shape, made, chance, foreign);
  const headers = keyHeader(chance);
  const search = queryText(made.query);
  const address = `${SURFACE_PREFIX[shape.surface]}${shape.path}`;
  const path = `${address.replace(/\{(\w+)\}/g, () => pathText(made.params['id']))}${search}`;
  const named = { endpoint: shape.id, mutation, method: shape.method, path, ...keyTypeOf(shape, chance) };
  if (shape.multipart !== undefined) return { ...named, ...formOf(chance, headers) };
  if (shape.body === undefined) return { ...named, headers };
  const whole = made.body[WHOLE];
  const text = whole === undefined ? '' : jsonText(whole);
  if (shape.form !== undefined && chance.number() < FORM_SHARE)
    return { ...named, ...formWithFiles(text, chance, headers) };
  return { ...named, headers: { ...headers, 'content-type': 'application/json' }, body: text };
}

function recordOf(schema: Schema | undefined, chance: Chance, own: Belongings): Record<string, unknown> {
  // Queries of the contract are objects.
  return schema === undefined ? {} : (valueOf(schema, '', chance, own) as Record<string, unknown>);
}

/** As a client writes it: characters that a path cannot contain are percent-encoded. */
function pathText(value: unknown): string {
  return String(value).replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character.toWellFormed()));
}

function pathId({ path }: EndpointShape, own: Belongings): unknown {
  if (path.startsWith('/company')) return own.companyId;
  if (path.startsWith('/senders')) return own.senderIds[0];
  return own.made.get(sectionOf(path))?.at(-1) ?? own.dispatchIds.at(-1) ?? 1;
}

/** First segment of a path, which names the kind of its ids. */
export function sectionOf(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

function keyTypeOf({ auth, keyTypes = KEY_TYPES }: EndpointShape, chance: Chance): { keyType?: KeyType } {
  if (auth !== 'key') return {};
  return { keyType: chance.pick(chance.number() < WRONG_TYPE_SHARE ? KEY_TYPES : keyTypes) };
}

/** Applies one mutation to one place and describes it. */
function spoil(shape: EndpointShape, made: Made, chance: Chance, foreign: ForeignIds): string {
  const places: Place[] = [
    ...placesOf(made.query, (shape.query as Schema | undefined)?.properties ?? {}),
    ...bodyPlaces(shape.body as Schema | undefined, made.body),
  ];
  if (shape.params !== undefined && (places.length === 0 || chance.number() < PATH_SHARE)) {
    made.params['id'] = chance.pick([...PATH_IDS, ...Object.values(foreign).map(String)]);
    return 'path id';
  }
  if (places.length === 0) {
    made.query = { x: '1', page: 'x' };
    return 'unknown query';
  }
  const name = chance.pick(Object.keys(MUTATIONS));
  MUTATIONS[name]?.(chance.pick(places), chance, foreign);
  return name;
}

/** A list body can also be mutated as a whole; an object body has enough members. */
function bodyPlaces(schema: Schema | undefined, body: Record<string, unknown>): Place[] {
  const places = placesOf(body, schema === undefined ? {} : { [WHOLE]: schema });
  return schema?.type === 'array' ? places : places.filter(({ holder }) => holder !== body);
}

function keyHeader(chance: Chance): Record<string, string> {
  return chance.number() < KEY_SHARE ? { 'idempotency-key': chance.pick(KEYS) } : {};
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value.slice(0, 200) : [value]).map((item: unknown) => {
      const text = typeof item === 'string' ? item : (JSON.stringify(item) ?? '');
      return `${encode(name)}=${encode(text.slice(0, 2_000))}`;
    }),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&').slice(0, 6_000)}`;
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

const FILES = [
  '%PDF-1.7\nx\nstartxref\n0\n%%EOF\n',
  '%PDF-1.7\ncut',
  '\x89PNG\r\n\x1a\n',
  '',
  'MZ',
  '\xff\xd8\xff\xd9',
];
const FILE_NAMES = [
  'a.pdf',
  'a.png',
  'a.jpg',
  '../../a.pdf',
  '',
  'a',
  'a.pdf\\0.exe',
  'x'.repeat(300),
  'ф.pdf',
  '.pdf',
];

function formOf(chance: Chance, headers: Record<string, string>): Pick<FuzzRequest, 'headers' | 'body'> {
  const part = chance.pick(['file', 'file', 'file', 'File', 'x', '']);
  const type = chance.pick(['application/pdf', 'application/pdf', 'image/png', 'text/html', '']);
  const head = `Content-Disposition: form-data; name="${part}"; filename="${chance.pick(FILE_NAMES)}"\r\nContent-Type: ${type}`;
  const one = `--${BOUNDARY}\r\n${head}\r\n\r\n${chance.pick(FILES)}\r\n`;
  const end = chance.pick([`--${BOUNDARY}--\r\n`, `--${BOUNDARY}--\r\n`, '', '--other--\r\n']);
  const contentType = chance.pick([
    `multipart/form-data; boundary=${BOUNDARY}`,
    'multipart/form-data',
    'application/json',
  ]);
  return {
    headers: {
      ...headers,
      'content-type': chance.number() < 0.8 ? `multipart/form-data; boundary=${BOUNDARY}` : contentType,
    },
    body: chance.number() < 0.8 ? one + end : one + one + end,
  };
}

/** A JSON part `body`, then files. */
function formWithFiles(
  json: string,
  chance: Chance,
  headers: Record<string, string>,
): Pick<FuzzRequest, 'headers' | 'body'> {
  const parts = [
    `Content-Disposition: form-data; name="${chance.pick(['body', 'body', 'body', 'Body', 'x'])}"\r\n\r\n${json}`,
    ...Array.from({ length: Math.floor(chance.number() * 3) }, (_, at) => {
      const name = chance.pick([`file${at + 1}`, `file${at + 1}`, 'file', 'file1', '']);
      const head = `Content-Disposition: form-data; name="${name}"; filename="${chance.pick(FILE_NAMES)}"`;
      return `${head}\r\nContent-Type: application/pdf\r\n\r\n${chance.pick(FILES)}`;
    }),
  ];
  const end = chance.pick([`--${BOUNDARY}--\r\n`, `--${BOUNDARY}--\r\n`, `--${BOUNDARY}--\r\n`, '']);
  return {
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('') + end,
  };
}
