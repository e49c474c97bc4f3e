// The statements of conformance/*.json: the promises of the interfaces, each with an id that is unique across all
// lists.
import { readdirSync, readFileSync } from 'node:fs';

export type Statement = { readonly id: string; readonly section: string; readonly statement: string };
export type StatementList = { readonly api: string; readonly statements: readonly Statement[] };

const FOLDER = new URL('../../conformance/', import.meta.url);

export function readStatementLists(): StatementList[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ api: name.replace(/\.json$/, ''), statements: readStatements(name) }));
}

function readStatements(name: string): Statement[] {
  const list: unknown = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
  if (!Array.isArray(list)) throw new Error(`conformance/${name} is not an array`);
  return list.map((item: unknown, at) => {
    if (!isStatement(item)) throw new Error(`conformance/${name}: item ${at} is not { id, section, statement }`);
    return item;
  });
}

function isStatement(value: unknown): value is Statement {
  if (typeof value !== 'object' || value === null) return false;
  const members = Object.entries(value);
  return members.length === 3 && members.every(([name, text]) => /^(id|section|statement)$/.test(name) && text !== '');
}
