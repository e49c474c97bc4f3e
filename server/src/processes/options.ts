// Values of the options of a command; what cannot be used ends it with a word why.

export function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new Error(`--${name} is missing`);
  return value;
}

export function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`"${text}" is no whole number`);
  return Number(text);
}
