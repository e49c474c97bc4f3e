// The further steps that a message still has, and the later messages of its cascade.
import type { Tx } from '../../platform/database.ts';
import { clearSteps, type DroppedSteps, selectLaterSteps } from './cascade-steps.sql.ts';

/** Nothing follows these messages any more. Names those that had steps. */
export async function dropSteps(tx: Tx, companyId: number, ids: readonly string[]): Promise<DroppedSteps[]> {
  return ids.length === 0 ? [] : clearSteps(tx, companyId, ids);
}

/** By message: the messages that its cascade made after it. */
export async function findLaterSteps(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = ids.length === 0 ? [] : await selectLaterSteps(tx, companyId, ids);
  const later = Map.groupBy(rows, (row) => row.id);
  return new Map([...later].map(([id, list]) => [id, list.map((row) => row.later)]));
}
