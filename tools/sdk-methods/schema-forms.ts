// Forms of arguments, from the JSON schemas of the contract. A schema with a title becomes a shared form.
import { CONTENT_BY_CHANNEL } from '@volley/contract/messaging/channel-content.ts';
import type { Form } from '@volley/sdk/checks/form.ts';
import { type JsonSchema, rolledUp, valuesOf } from './json-schema.ts';

/** Equal in schemas and forms. */
const SAME = [
  'type',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'maxProperties',
] as const;

export class SchemaForms {
  readonly named = new Map<string, Form>();
  /** Titles whose members are being read; a form may contain itself. */
  readonly #begun = new Set<string>();

  formOf(given: object): Form {
    const schema = rolledUp(given as JsonSchema); // TypeBox schemas are JSON schemas
    const { title } = schema;
    if (title === undefined) return this.#unnamed(schema);
    if (this.#begun.has(title)) return { ref: title };
    this.#begun.add(title);
    const form = title === 'Content' ? this.#content() : this.#unnamed(schema);
    this.#begun.delete(title);
    const known = this.named.get(title);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(form))
      throw new Error(`two different forms have the title ${title}`);
    this.named.set(title, form);
    return { ref: title };
  }

  /** A query: lists may be given as single values. */
  queryOf(given: object): Form {
    const schema = given as JsonSchema; // as above
    const properties = Object.entries(schema.properties ?? {}).map(([name, one]): [string, Form] => {
      const form = this.formOf(one);
      return [name, one.type === 'array' ? { ...form, listed: one['x-whole'] === true ? 'whole' : 'commas' } : form];
    });
    return { ...this.#unnamed(schema), properties: Object.fromEntries(properties) };
  }

  /** By the channel beside it, then by its own type. */
  #content(): Form {
    const forms = Object.entries(CONTENT_BY_CHANNEL).map(([channel, schemas]): [string, Form] => {
      const byType = schemas.flatMap((schema) =>
        contentTypesOf(schema).map((type) => [type, this.formOf(schema)] as const),
      );
      const [[first] = ['']] = byType;
      const object: Form =
        schemas.length === 1
          ? this.formOf(schemas[0] ?? {})
          : { type: 'object', inside: { member: 'contentType', byDefault: first, forms: Object.fromEntries(byType) } };
      return [channel, { anyOf: [{ type: 'string' }, object] }];
    });
    return { type: ['string', 'object'], beside: { member: 'channelType', forms: Object.fromEntries(forms) } };
  }

  #unnamed(schema: JsonSchema): Form {
    const { items, properties, required = [], anyOf } = schema;
    const values = valuesOf(schema);
    const needed = required.filter((name) => properties?.[name]?.default === undefined);
    const isForItem = schema['x-item'] === true;
    const same = SAME.filter((name) => name in schema && !(isForItem && name.endsWith('Length'))).map(
      (name) => [name, Reflect.get(schema, name)] as const,
    );
    return {
      ...Object.fromEntries(same),
      ...('const' in schema && { enum: [schema.const] }),
      ...(schema['x-form'] !== undefined && { words: schema['x-form'] }),
      ...(anyOf !== undefined && { anyOf: anyOf.map((one) => this.formOf(one)) }),
      ...(items !== undefined && { items: this.formOf(items) }),
      ...(values !== undefined && { values: this.formOf(values) }),
      ...(properties !== undefined &&
        Object.keys(properties).length > 0 && {
          properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, this.formOf(one)])),
        }),
      ...(needed.length > 0 && { required: needed }),
    };
  }
}

function contentTypesOf(schema: JsonSchema): readonly string[] {
  return (schema.properties?.['contentType']?.enum ?? []).map(String);
}
