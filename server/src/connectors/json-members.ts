// Typed access to the JSON of a provider: a member that is missing or of another type reads as empty.

export type Members = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Without characters that the database cannot store; empty when the value is not a string. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : '';

export function wholeOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}
