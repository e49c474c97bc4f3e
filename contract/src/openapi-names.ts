// Writes a schema with a title once, under that name, and refers to it everywhere else.

export type Json = { readonly [member: string]: unknown };

export type NamedSchemas = Readonly<Record<string, Json>>;

/** Members that hold data, not schemas: a `title` in them is not a schema title. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** `shown` replaces a schema with that title; its own titles are resolved too. */
export function nameSchemas(root: Json, shown: NamedSchemas): { readonly value: Json; readonly schemas: NamedSchemas } {
  const schemas: Record<string, Json> = {};
  const sources = new Map<string, string>();

  const named = (name: string, schema: Json): Json => {
    const { title: _, ...rest } = shown[name] ?? schema;
    const source = JSON.stringify(rest);
    if (sources.has(name) && sources.get(name) !== source)
      throw new Error(`two different schemas have the title ${name}`);
    if (!sources.has(name)) {
      sources.set(name, source);
      schemas[name] = members(rest);
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const members = (value: Json): Json =>
    Object.fromEntries(Object.entries(value).map(([name, one]) => [name, DATA.has(name) ? one : visit(one)]));
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const json = value as Json; // not null and not an array
    return typeof json['title'] === 'string' ? named(json['title'], json) : members(json);
  };
  const value = members(root);
  return {
    value,
    schemas: Object.fromEntries(Object.entries(schemas).toSorted(([one], [two]) => (one < two ? -1 : 1))),
  };
}
