// The links of accepted messages, written by the transaction that accepts them.
import type { Tx } from '../../platform/database.ts';
import { insertLinks, type LinkRow } from './links.sql.ts';

/**
 * A code that somebody else has. There are 10^14 of them, so this is an accident and not a state: it looks like a
 * serialization failure, and `inTransaction` repeats the work, which mints its codes anew.
 */
export class CodeTaken extends Error {
  readonly code = '40001';
  constructor() {
    super('a short-link code is taken');
    this.name = 'CodeTaken';
  }
}

/** Codes must have been minted inside the same work of `inTransaction`. */
export async function keepLinks(tx: Tx, rows: readonly LinkRow[]): Promise<void> {
  if (rows.length === 0) return;
  if ((await insertLinks(tx, rows)) < rows.length) throw new CodeTaken();
}
