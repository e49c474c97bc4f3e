// `covers('company.create.201');` directly before a test, a table of tests or a group names the statements of
// conformance/*.json that it proves. The call only checks the ids, so that a typo fails the file;
// `npm run conformance` reads the calls from the source.
import { readStatementLists } from './conformance-list.ts';

const KNOWN = new Set(readStatementLists().flatMap(({ statements }) => statements.map(({ id }) => id)));

export function covers(...ids: readonly [string, ...string[]]): void {
  const unknown = ids.filter((id) => !KNOWN.has(id));
  if (unknown.length > 0) throw new Error(`conformance/*.json has no statement ${unknown.join(', ')}`);
}
