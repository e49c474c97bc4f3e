// Stopping is the status first; then every connector is told and asked to confirm, so that once the
// answer goes out no further message is written to a link. The lists of steps that its cascades have made are stopped
// with it, and no further step is made. What was not handed over is failed afterwards, in portions; connectors that could not be asked find the mark in the database before their next batch.
import type { Actor, KeyActor } from '@volley/domain/actor.ts';
import { nextDispatchStatus } from '@volley/domain/dispatch-status.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction, read } from '../../platform/database.ts';
import { countInstances } from '../../platform/instance.ts';
import type { Platform } from '../../platform/platform.ts';
import { addWaitingSteps } from './cascade-progress.ts';
import { findDispatch, markStopped, selectOpenLists } from './dispatches.sql.ts';
import { lockMessagingDispatch } from './messaging-dispatches.sql.ts';
import { haltStrands } from './strands.ts';

const CONFIRM_TIMEOUT_MS = 600;

export async function stopDispatch(
  { db, bus }: Pick<Platform, 'db' | 'bus'>,
  actor: Actor | Pick<KeyActor, 'kind' | 'companyId'>,
  id: number,
): Promise<{ id: number; status: 'STOPPED' }> {
  const moved = await inTransaction(db, async (tx) => {
    const isAccount = actor.kind === 'key';
    const dispatch = isAccount
      ? await lockMessagingDispatch(tx, actor.companyId, id)
      : await findDispatch(tx, actor.partnerId, id, true);
    if (dispatch === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
    if (nextDispatchStatus(dispatch.status, 'stop') === undefined)
      // The messaging API has names of its own for statuses.
      throw new Refusal('dispatch-status', isAccount ? undefined : { status: dispatch.status });
    const stopped = await markStopped(tx, id);
    await haltStrands(tx, stopped);
    await addWaitingSteps(tx, [{ dispatchId: id, messages: 0 }]);
    return { id, status: 'STOPPED' } as const;
  });
  const lists = await read(db, (tx) => selectOpenLists(tx, id));
  const connectors = await countInstances(db, 'connector');
  await Promise.all([id, ...lists].map((one) => bus.ask('stop', String(one), connectors, CONFIRM_TIMEOUT_MS)));
  bus.ring('sweep');
  return moved;
}
