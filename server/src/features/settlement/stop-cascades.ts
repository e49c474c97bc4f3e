// A stop of a message also stops the later steps of its cascade: steps are dropped first, then due rows are locked,
// then later messages are read. A step that another transaction creates meanwhile is either read or reported as
// `isMaking`.
import type { Tx } from '../../platform/database/database.ts';
import { dropSteps, findLaterSteps } from '../messages/cascade-steps.ts';
import { tryLockDue } from './due-cascades.sql.ts';
import { recordEndedCascades } from './due-cascades.ts';

export type StoppedCascade = {
  /** Later messages of the cascade; the caller must stop them too. */
  readonly later: readonly string[];
  /** A pending step was withdrawn. */
  readonly hadSteps: boolean;
  /** Another transaction is creating a step, which may still appear. */
  readonly isMaking: boolean;
};

/** An entry per message with later messages, withdrawn steps or a step in creation. */
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
      hadSteps: own.some((step) => first.had.has(step) || second.had.has(step)),
      isMaking: own.some((step) => first.making.has(step) || second.making.has(step)),
    };
    if (entry.later.length > 0 || entry.hadSteps || entry.isMaking) stopped.set(id, entry);
  }
  return stopped;
}

type Withdrawn = { readonly had: ReadonlySet<string>; readonly making: ReadonlySet<string> };

const NOTHING: Withdrawn = { had: new Set(), making: new Set() };

async function withdrawSteps(tx: Tx, companyId: number, ids: readonly string[]): Promise<Withdrawn> {
  const dropped = await dropSteps(tx, companyId, ids);
  const { held, busy } = await tryLockDue(
    tx,
    dropped.map(({ id }) => id),
  );
  await recordEndedCascades(
    tx,
    dropped.flatMap(({ id, isAwaited }) => (isAwaited ? id : [])),
  );
  const coming = dropped.flatMap(({ id, isComing }) => (isComing ? id : []));
  return { had: new Set([...coming, ...held]), making: new Set(busy) };
}
