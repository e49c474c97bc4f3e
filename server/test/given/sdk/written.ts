// Values as TypeScript, for calls that are evaluated and compiled from the same text.

/** Text that is written as it is, such as `Number.NaN`. */
export class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function sourceOf(value: unknown): string {
  if (value instanceof Written) return value.text;
  if (value === undefined) return 'undefined';
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${sourceOf(one)}`)
    .join(', ')} }`;
}
