// TypeScript types as text, from the JSON schemas of the contract. A schema with a title becomes a type of that name.
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';

type Schema = {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly default?: unknown;
};

/** `query`: an array may be a single value. */
export type Place = 'input' | 'query' | 'reply';

/** Types written by hand in sdk/src/content.ts. */
const BY_HAND: Readonly<Record<string, string>> = { Cascade: 'CascadeStep | readonly CascadeStep[]' };

export class SchemaTypes {
  /** Name → text of the type. */
  readonly named = new Map<string, string>();

  textOf(given: object, place: Place): string {
    const schema = given as Schema; // TypeBox schemas are JSON schemas
    const { title } = schema;
    if (title === undefined) return this.#unnamed(schema, place);
    const byHand = BY_HAND[title];
    if (byHand !== undefined) return byHand;
    const text = this.#unnamed(schema, place);
    const known = this.named.get(title);
    if (known !== undefined && known !== text) throw new Error(`two different types have the title ${title}`);
    this.named.set(title, text);
    return title;
  }

  /** Members of an object that a caller must give; none: the whole object may be absent. */
  static hasRequired(given: object): boolean {
    const { required = [], properties = {} } = given as Schema;
    return required.some((name) => properties[name]?.default === undefined);
  }

  #unnamed(schema: Schema, place: Place): string {
    if ('const' in schema) return literal(schema.const);
    if (schema.enum !== undefined) return union(schema.enum.map(literal));
    if (schema.anyOf !== undefined) return union(schema.anyOf.map((one) => this.textOf(one, place)));
    const types = [schema.type ?? []].flat();
    return types.length === 0 ? 'unknown' : union(types.map((type) => this.#typed(type, schema, place)));
  }

  #typed(type: string, schema: Schema, place: Place): string {
    switch (type) {
      case 'string':
        return 'contentMediaType' in schema ? 'Uint8Array' : 'string';
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
      case 'null':
        return type;
      case 'array':
        return this.#array(schema, place);
      case 'object':
        return this.#object(schema, place);
      default:
        throw new Error(`no type for the schema type ${type}`);
    }
  }

  #array({ items = {} }: Schema, place: Place): string {
    const item = this.textOf(items, place);
    const list = `readonly ${/[ |&]/.test(item) ? `(${item})` : item}[]`;
    return place === 'query' ? union([item, list]) : list;
  }

  #object(schema: Schema, place: Place): string {
    const { properties = {}, required = [], additionalProperties, patternProperties = {} } = schema;
    const names = Object.keys(properties);
    const [pattern] = Object.values(patternProperties);
    const values = pattern ?? (typeof additionalProperties === 'object' ? additionalProperties : {});
    if (names.length === 0) return `Readonly<Record<string, ${this.textOf(values, place)}>>`;
    const isContent = hasChannelContent(properties);
    const lines = names
      .filter((name) => !(isContent && (name === 'channelType' || name === 'content')))
      .map((name) => {
        const member = properties[name] ?? {};
        const isNeeded = required.includes(name) && (place === 'reply' || member.default === undefined);
        return `${comment(member.description)}readonly ${name}${isNeeded ? '' : '?'}: ${this.textOf(member, place)};`;
      });
    return `${isContent ? 'ChannelContent & ' : ''}{\n${lines.join('\n')}\n}`;
  }
}

/** Content depends on the channel beside it. */
function hasChannelContent({ channelType, content }: Readonly<Record<string, Schema>>): boolean {
  return content?.title === 'Content' && channelType?.enum?.length === CHANNEL_TYPES.length;
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

const union = (texts: readonly string[]): string => [...new Set(texts)].join(' | ');

/** A documentation comment above a member; empty without a text. */
export function comment(text: string | undefined): string {
  if (text === undefined || text === '') return '';
  const lines = text.replaceAll('*/', '* /').split('\n');
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}
