// Sets the status first; then every connector is notified and asked to confirm, so no message is written to a link
// after the answer. The buckets of its cascade steps are stopped with it, and no further step is created. The sweeper
// fails messages that were not handed over, in portions. A connector that did not confirm reads the status before its
// next batch.

import { nextDispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import type { Actor, KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, read } from '../../platform/database/database.ts';
import { countInstances } from '../../platform/instance.ts';
import type { Platform } from '../../platform/platform.ts';
import { addWaitingSteps } from '../queue/strands/cascade-progress.sql.ts';
import { haltStrands } from '../queue/strands/strands.sql.ts';
import { findDispatch, markStopped, selectOpenBuckets } from './dispatches.sql.ts';
import { lockMessagingDispatch } from './messaging/messaging-dispatches.sql.ts';

const CONFIRM_TIMEOUT_MS = 600;

export async function stopDispatch(
  { db, bus, log }: Pick<Platform, 'db' | 'bus' | 'log'>,
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
      // The messaging API has its own names of statuses.
      throw new Refusal('dispatch-status', isAccount ? undefined : { status: dispatch.status });
    const stopped = await markStopped(tx, id);
    await haltStrands(tx, stopped);
    await addWaitingSteps(tx, [{ dispatchId: id, messages: 0 }]);
    return { id, status: 'STOPPED' } as const;
  });
  log.info({ dispatchId: id }, 'dispatch stopped');
  const buckets = await read(db, (tx) => selectOpenBuckets(tx, id));
  const connectors = await countInstances(db, 'connector');
  await Promise.all(
    [id, ...buckets].map((stoppedId) => bus.ask('stop', String(stoppedId), connectors, CONFIRM_TIMEOUT_MS)),
  );
  bus.wake('sweep');
  return moved;
}
