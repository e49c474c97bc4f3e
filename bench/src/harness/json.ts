// Typed access to members of JSON values. A member of the wrong type throws here, with the value, and not later.

export function memberAt(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

export function numberAt(value: unknown, name: string): number {
  const member = memberAt(value, name);
  if (typeof member !== 'number')
    throw new TypeError(`${name} is not a number in ${JSON.stringify(value)?.slice(0, 300)}`);
  return member;
}

export function textAt(value: unknown, name: string): string {
  const member = memberAt(value, name);
  if (typeof member !== 'string')
    throw new TypeError(`${name} is not a string in ${JSON.stringify(value)?.slice(0, 300)}`);
  return member;
}

export function listAt(value: unknown, name: string): readonly unknown[] {
  const member = memberAt(value, name);
  if (!Array.isArray(member)) throw new TypeError(`${name} is not an array in ${JSON.stringify(value)?.slice(0, 300)}`);
  return member;
}
