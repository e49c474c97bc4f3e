// Writes every object schema once, under a name, and refers to it everywhere else. The name is the `title` of the
// schema, or the place of its first use: `SendMessagesRequest`, `ListDispatchesResponse`.

export type Json = { readonly [member: string]: unknown };

export type NamedSchemas = Readonly<Record<string, Json>>;

/** Members that hold data, not schemas: a `title` in them is not a schema title. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const', 'required']);

type Use = { readonly source: string; readonly schema: Json; readonly descriptions: Set<unknown> };

/** Collects the schemas of a document. `shown` replaces a schema with that title; its own titles are resolved too. */
export class SchemaNames {
  readonly #shown: NamedSchemas;
  readonly #uses = new Map<string, Use>();
  /** References with the description of their place. */
  readonly #references: { readonly name: string; readonly description: unknown; readonly reference: Reference }[] = [];

  constructor(shown: NamedSchemas) {
    this.#shown = shown;
  }

  /** The same schema with references; `place` names an object without a title. */
  refer(schema: Json, place: string): Json {
    const title = schema['title'];
    if (typeof title === 'string') return this.#reference(title, this.#shown[title] ?? schema, schema['description']);
    if (isNameable(schema)) return this.#reference(place, schema, schema['description']);
    return this.#members(schema, place);
  }

  /** The schemas by name, after all references. A description that every use shares belongs to the schema. */
  get schemas(): NamedSchemas {
    for (const { name, description, reference } of this.#references)
      if ((this.#uses.get(name)?.descriptions.size ?? 0) > 1 && description !== undefined)
        reference.description = description;
    const described = [...this.#uses].map(([name, { schema, descriptions }]) => {
      const [description] = descriptions;
      return [
        name,
        { ...(descriptions.size === 1 && description !== undefined && { description }), ...schema },
      ] as const;
    });
    return Object.fromEntries(described.toSorted(([one], [two]) => (one < two ? -1 : 1)));
  }

  #reference(name: string, schema: Json, usedAs: unknown): Json {
    const { title: _, description = usedAs, ...rest } = schema;
    const source = JSON.stringify(rest);
    const known = this.#uses.get(name);
    if (known !== undefined && known.source !== source)
      throw new Error(`two different schemas have the name ${name}: ${known.source} and ${source}`);
    if (known === undefined) {
      const descriptions = new Set([description]);
      // Stored before its members, because a schema may refer to itself.
      const use = { source, schema: {} as Record<string, unknown>, descriptions };
      this.#uses.set(name, use);
      Object.assign(use.schema, this.#members(rest, name));
    } else known.descriptions.add(description);
    const reference: Reference = { $ref: `#/components/schemas/${name}` };
    this.#references.push({ name, description, reference });
    return reference;
  }

  #members(schema: Json, place: string): Json {
    return Object.fromEntries(
      Object.entries(schema).map(([name, one]) => [name, DATA.has(name) ? one : this.#member(name, one, place)]),
    );
  }

  #member(name: string, one: unknown, place: string): unknown {
    if (Array.isArray(one)) return one.map((each) => (isSchema(each) ? this.refer(each, place) : each));
    if (!isSchema(one)) return one;
    if (name === 'properties')
      return Object.fromEntries(
        Object.entries(one).map(([member, each]) => [
          member,
          isSchema(each) ? this.refer(each, `${place}${pascal(member)}`) : each,
        ]),
      );
    return this.refer(one, name === 'items' || name === 'additionalProperties' ? `${place}Item` : place);
  }
}

type Reference = { $ref: string; description?: unknown };

const isSchema = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isNameable(schema: Json): boolean {
  const properties = schema['properties'];
  return isSchema(properties) && Object.keys(properties).length > 0;
}

/** `event_number` and `eventNumber` become `EventNumber`. */
export function pascal(name: string): string {
  return name.replace(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
