// JSON schemas of the OpenAPI documents in words: types with links to named objects, limits, tables of members.
import { type Language, WORDS } from './language.ts';
import { cell, table } from './markdown.ts';

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly uniqueItems?: boolean;
};

export type SchemaPlace = {
  readonly language: Language;
  /** Address of the page with the named objects. */
  readonly objects: string;
  readonly named: Readonly<Record<string, Schema>>;
};

/** The largest id and number of the wire: no limit that a reader needs. */
const ID_MAX = 2_147_483_647;
/** `\S`: not blank. */
const ORDINARY_PATTERNS = new Set(['\\S']);

export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

export function resolved(schema: Schema, named: SchemaPlace['named']): Schema {
  return schema.$ref === undefined ? schema : (named[nameOf(schema.$ref)] ?? schema);
}

export function typeText(schema: Schema, place: SchemaPlace): string {
  const words = WORDS[place.language];
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return `[${name}](${place.objects}#${name.toLowerCase()})`;
  }
  const options = schema.oneOf ?? schema.anyOf;
  if (options !== undefined)
    return [...new Set(options.map((option) => typeText(option, place)))].join(` ${words.or} `);
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  const types = [schema.type ?? []].flat();
  if (types.includes('array')) return `${words.listOf} ${typeText(schema.items ?? {}, place)}`;
  if (typeof schema.additionalProperties === 'object')
    return `${words.mapOf} ${typeText(schema.additionalProperties, place)}`;
  if (types.length === 0) return words.anything;
  return types
    .map((type) => (type === 'string' && schema.format !== undefined ? schema.format : type))
    .join(` ${words.or} `);
}

export function limitsText(schema: Schema, { language }: SchemaPlace): string[] {
  const words = WORDS[language];
  const range = (least: number | undefined, most: number | undefined, unit: string): string[] => {
    const [from, to] = [least ?? 0, most === ID_MAX ? undefined : most].map((one) => one?.toLocaleString('en-US'));
    if (to !== undefined)
      return [`${from === '0' ? `${words.atMost} ${to}` : from === to ? to : `${from}–${to}`}${unit}`];
    return least === undefined || least <= 1 ? [] : [`${words.atLeast} ${from}${unit}`];
  };
  const numbers =
    schema.minimum !== undefined && schema.maximum !== undefined && schema.minimum < 0
      ? [`${schema.minimum}–${schema.maximum}`]
      : range(schema.minimum, schema.maximum, '');
  return [
    ...(schema.enum === undefined
      ? []
      : [`${words.oneOf} ${schema.enum.map((one) => `\`${String(one)}\``).join(', ')}`]),
    ...range(schema.minLength, schema.maxLength, ` ${words.characters}`),
    ...numbers,
    ...range(schema.minItems, schema.maxItems, ` ${words.items}`),
    ...range(undefined, schema.maxProperties, ` ${words.members}`),
    ...(schema.uniqueItems === true ? [words.distinct] : []),
    ...(schema.pattern === undefined || ORDINARY_PATTERNS.has(schema.pattern)
      ? []
      : [`${words.pattern} \`${schema.pattern}\``]),
    ...(schema.default === undefined ? [] : [`${words.usual} \`${JSON.stringify(schema.default)}\``]),
  ];
}

/** Description and limits of a member, in one cell. */
export function meaningOf(schema: Schema, place: SchemaPlace): string {
  const limits = [...limitsText(schema, place), ...(schema.items === undefined ? [] : limitsText(schema.items, place))];
  return [schema.description ?? '', limits.join('; ')]
    .filter((part) => part !== '')
    .map((part) => cell(part))
    .join('<br>');
}

export function memberTable(schema: Schema, place: SchemaPlace): string {
  const words = WORDS[place.language];
  const rows = Object.entries(schema.properties ?? {}).map(([name, member]) => [
    `\`${name}\`${schema.required?.includes(name) === true ? `<br><span class="required">${words.required}</span>` : ''}`,
    cell(typeText(member, place)),
    meaningOf(member, place),
  ]);
  return table([words.member, words.type, words.meaning], rows);
}
