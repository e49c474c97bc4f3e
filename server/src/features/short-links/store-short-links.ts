// Stores the short links of accepted messages, in the transaction that accepts them.
import type { Tx } from '../../platform/database/database.ts';
import { insertShortLinks, type ShortLinkRow } from './short-links.sql.ts';

/**
 * A generated code already exists, which is rare among 10^14 codes. Carries the code of a serialization failure, so
 * that `inTransaction` repeats the work with new codes.
 */
export class CodeTaken extends Error {
  readonly code = '40001';
  constructor(taken: number, codes: number) {
    super(`${taken} of ${codes} short-link codes already exist`);
    this.name = 'CodeTaken';
  }
}

/** The caller must generate the codes within the same work of `inTransaction`. */
export async function storeShortLinks(tx: Tx, rows: readonly ShortLinkRow[]): Promise<void> {
  if (rows.length === 0) return;
  const stored = await insertShortLinks(tx, rows);
  if (stored < rows.length) throw new CodeTaken(rows.length - stored, rows.length);
}
