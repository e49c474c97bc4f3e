// TypeScript types as text, from the JSON schemas of the contract. A schema with a title becomes a type of that name.
import { CONTENT_BY_CHANNEL } from '@volley/contract/messaging/channel-content.ts';
import { hasChannelContent, type JsonSchema, rolledUp, valuesOf } from './json-schema.ts';

/** `query`: an array may be a single value. */
export type Place = 'input' | 'query' | 'reply';

export class SchemaTypes {
  /** Name → text of the type. */
  readonly named = new Map<string, string>();
  /** Titles whose members are being read; a type may contain itself. */
  readonly #begun = new Set<string>();

  textOf(given: object, place: Place): string {
    const schema = rolledUp(given as JsonSchema); // TypeBox schemas are JSON schemas
    const { title } = schema;
    if (title === undefined) return this.#unnamed(schema, place);
    if (this.#begun.has(title)) return title;
    this.#begun.add(title);
    const text = this.#unnamed(schema, place);
    this.#begun.delete(title);
    const known = this.named.get(title);
    if (known !== undefined && known !== text) throw new Error(`two different types have the title ${title}`);
    this.named.set(title, text);
    return title;
  }

  /** Members of an object that a caller must give; none: the whole object may be absent. */
  static hasRequired(given: object): boolean {
    const { required = [], properties = {} } = given as JsonSchema;
    return required.some((name) => properties[name]?.default === undefined);
  }

  #unnamed(schema: JsonSchema, place: Place): string {
    if ('const' in schema) return literal(schema.const);
    if (schema.enum !== undefined) return union(schema.enum.map(literal));
    if (schema.anyOf !== undefined) return union(schema.anyOf.map((one) => this.textOf(one, place)));
    const types = [schema.type ?? []].flat();
    return types.length === 0 ? 'unknown' : union(types.map((type) => this.#typed(type, schema, place)));
  }

  #typed(type: string, schema: JsonSchema, place: Place): string {
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

  #array({ items = {} }: JsonSchema, place: Place): string {
    const item = this.textOf(items, place);
    const list = `readonly ${/[ |&]/.test(item) ? `(${item})` : item}[]`;
    return place === 'query' ? union([item, list]) : list;
  }

  #object(schema: JsonSchema, place: Place): string {
    const { properties = {}, required = [] } = schema;
    const names = Object.keys(properties);
    if (names.length === 0) return `Readonly<Record<string, ${this.textOf(valuesOf(schema) ?? {}, place)}>>`;
    const isContent = hasChannelContent(properties);
    if (isContent) this.#nameContent();
    const lines = names
      .filter((name) => !(isContent && (name === 'channelType' || name === 'content')))
      .map((name) => {
        const member = properties[name] ?? {};
        const isNeeded = required.includes(name) && (place === 'reply' || member.default === undefined);
        return `${comment(member.description)}readonly ${name}${isNeeded ? '' : '?'}: ${this.textOf(member, place)};`;
      });
    return `${isContent ? 'ChannelContent & ' : ''}{\n${lines.join('\n')}\n}`;
  }

  /** The types of a message's channel with its content. */
  #nameContent(): void {
    const lines = Object.entries(CONTENT_BY_CHANNEL).map(
      ([channel, schemas]) =>
        `readonly ${channel}: ${union(['string', ...schemas.map((schema) => this.textOf(schema, 'input'))])};`,
    );
    this.named.set('ContentByChannel', `{\n${lines.join('\n')}\n}`);
    this.named.set('ChannelType', 'keyof ContentByChannel');
    const pair = 'readonly channelType: Channel;\nreadonly content: ContentByChannel[Channel];';
    this.named.set('ChannelContent', `{\n[Channel in ChannelType]: {\n${pair}\n};\n}[ChannelType]`);
  }
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
