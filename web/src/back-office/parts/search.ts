// What stands in the address of a page, read with suspicion: whatever is not what it should be is not there.

export type Raw = Readonly<Record<string, unknown>>;

export function textIn(raw: Raw, name: string): string | undefined {
  const value = raw[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberIn(raw: Raw, name: string): number | undefined {
  const value = Number(raw[name]);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

export function oneIn<const Values extends readonly string[]>(
  raw: Raw,
  name: string,
  values: Values,
): Values[number] | undefined {
  return values.find((value) => value === raw[name]);
}

/** Without the members that are not there, so that addresses stay short. */
export function present<Search extends object>(search: Search): { [Name in keyof Search]?: NonNullable<Search[Name]> } {
  // Only members without a value are left out.
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Search]?: NonNullable<Search[Name]>;
  };
}
