// Tables of the database, and those that a statement names.
import { readFileSync } from 'node:fs';

const SCHEMA = new URL('../../../server/schema.sql', import.meta.url);
const TABLE = /^create table (?:\w+\.)?(\w+)/gim;

export function tablesOfSchema(): ReadonlySet<string> {
  return new Set([...readFileSync(SCHEMA, 'utf8').matchAll(TABLE)].map((found) => found[1] ?? ''));
}

export function tablesIn(statement: string, tables: ReadonlySet<string>): string[] {
  const words = new Set(statement.toLowerCase().match(/\w+/g));
  return [...tables].filter((table) => words.has(table));
}
