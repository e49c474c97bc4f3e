// Members of JSON that a provider sent, each read only as the kind it should be. Webhooks nest deeper than requests
// of clients may, and what they say must not be refused for a stray character.
import { malformed } from '../request-body.ts';

export function parseNews(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw malformed();
  }
}

export type Members = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown): Members {
  // An object that is no array is read by the names of its members.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Without what the database cannot hold; empty when it is no text. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : '';

export function wholeOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}
