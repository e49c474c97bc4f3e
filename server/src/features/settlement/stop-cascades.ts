// Stopping a message stops what would have followed it. Steps are dropped first, then the notes that one is due are
// held, which then bring nothing; then the later messages are looked for: whatever a step being made at this moment
// leaves behind is either found by the last look or reported as under way.
import type { Tx } from '../../platform/database.ts';
import { dropSteps, findLaterSteps } from '../messages/cascade-steps.ts';
import { holdDue } from './due-cascades.sql.ts';
import { noteEndedCascades } from './due-cascades.ts';

export type StoppedCascade = {
  /** Messages that the cascade has made after this one; they are to be stopped like it. */
  readonly later: readonly string[];
  /** A step that was still to come will not come. */
  readonly hadSteps: boolean;
  /** A step is being made now and may still appear. */
  readonly isMaking: boolean;
};

/** One entry for each message that is part of a cascade, or was. */
export async function stopCascades(
  tx: Tx,
  companyId: number,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, StoppedCascade>> {
  if (messageIds.length === 0) return new Map();
  const first = await withdrawSteps(tx, companyId, messageIds);
  const laterOf = await findLaterSteps(tx, companyId, messageIds);
  const later = [...new Set([...laterOf.values()].flat())];
  const second = later.length === 0 ? NOTHING : await withdrawSteps(tx, companyId, later);
  const stopped = new Map<string, StoppedCascade>();
  for (const id of messageIds) {
    const own = [id, ...(laterOf.get(id) ?? [])];
    const entry = {
      later: own.slice(1),
      hadSteps: own.some((one) => first.had.has(one) || second.had.has(one)),
      isMaking: own.some((one) => first.making.has(one) || second.making.has(one)),
    };
    if (entry.later.length > 0 || entry.hadSteps || entry.isMaking) stopped.set(id, entry);
  }
  return stopped;
}

type Withdrawn = { readonly had: ReadonlySet<string>; readonly making: ReadonlySet<string> };

const NOTHING: Withdrawn = { had: new Set(), making: new Set() };

async function withdrawSteps(tx: Tx, companyId: number, ids: readonly string[]): Promise<Withdrawn> {
  const dropped = await dropSteps(tx, companyId, ids);
  const { held, busy } = await holdDue(
    tx,
    dropped.map(({ id }) => id),
  );
  await noteEndedCascades(
    tx,
    dropped.flatMap(({ id, isAwaited }) => (isAwaited ? id : [])),
  );
  const coming = dropped.flatMap(({ id, isComing }) => (isComing ? id : []));
  return { had: new Set([...coming, ...held]), making: new Set(busy) };
}
