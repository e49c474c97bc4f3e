// The remaining steps of a message, and the later messages of its cascade.
import type { Tx } from '../../platform/database/database.ts';
import { clearSteps, type DroppedSteps, selectLaterSteps } from './cascade-steps.sql.ts';

/** Drops all further steps of these messages; returns the messages that had any. */
export async function dropSteps(tx: Tx, companyId: number, ids: readonly string[]): Promise<DroppedSteps[]> {
  return ids.length === 0 ? [] : clearSteps(tx, companyId, ids);
}

/** By message: the messages that its cascade created after it. */
export async function findLaterSteps(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = ids.length === 0 ? [] : await selectLaterSteps(tx, companyId, ids);
  const later = Map.groupBy(rows, (row) => row.id);
  return new Map([...later].map(([id, list]) => [id, list.map((row) => row.later)]));
}
