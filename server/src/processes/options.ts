// Values of the options of a command. An unusable value is a UsageError, which main.ts prints without a stack.

/** A mistake in the command line. */
export class UsageError extends Error {}

export function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing`);
  return value;
}

export function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`"${text}" must be a whole number`);
  return Number(text);
}

/** Midnight (UTC) of a day written as 2026-01-31. */
export function day(text: string, name: string): Date {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text)
    throw new UsageError(`--${name} must be a day such as 2026-01-31, not "${text}"`);
  return date;
}
