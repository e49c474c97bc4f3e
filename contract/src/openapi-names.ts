// A schema with a title is written once, under that name, and referred to wherever it stands.

export type Json = { readonly [member: string]: unknown };

export type NamedSchemas = Readonly<Record<string, Json>>;

/** Data, not schemas: what looks like a title there is none. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** `shown` takes the place of a schema with that title, and is read for titles in its turn. */
export function nameSchemas(root: Json, shown: NamedSchemas): { readonly value: Json; readonly schemas: NamedSchemas } {
  const schemas: Record<string, Json> = {};
  const sources = new Map<string, string>();

  const named = (name: string, schema: Json): Json => {
    const { title: _, ...rest } = shown[name] ?? schema;
    const source = JSON.stringify(rest);
    if (sources.has(name) && sources.get(name) !== source) throw new Error(`two schemas are called ${name}`);
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
    const json = value as Json; // an object is one
    return typeof json['title'] === 'string' ? named(json['title'], json) : members(json);
  };
  const value = members(root);
  return {
    value,
    schemas: Object.fromEntries(Object.entries(schemas).toSorted(([one], [two]) => (one < two ? -1 : 1))),
  };
}
