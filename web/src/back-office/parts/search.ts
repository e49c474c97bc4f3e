// Readers of URL parameters. An invalid value counts as absent.

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

/** Drops undefined members, which keeps URLs short. */
export function present<Search extends object>(search: Search): { [Name in keyof Search]?: NonNullable<Search[Name]> } {
  // Only undefined members are removed.
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Search]?: NonNullable<Search[Name]>;
  };
}
