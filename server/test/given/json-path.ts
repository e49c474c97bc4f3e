// Members of JSON values by their path: `messages.0.destination`.

export function valueAt(json: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => membersOf(value)[name], json);
}

/** A copy with one changed member; undefined removes the member. */
export function changed(json: unknown, path: string, value: unknown): unknown {
  const copy: unknown = structuredClone(json);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = membersOf(names.length === 0 ? copy : valueAt(copy, names.join('.')));
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

/** The path in the form of error details: `messages[0].destination`. */
export function fieldOf(path: string): string {
  return path.replaceAll(/\.(\d+)/g, '[$1]');
}

function membersOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error(`${JSON.stringify(value)} has no members`);
  return value as Record<string, unknown>; // objects and arrays both have members by name
}
