// Stops single messages. Locks their strands first, so that the pacer claims none of them meanwhile, then their
// batches. A batch that has not begun skips them; messages in flight cannot be stopped.
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockStrandsOf } from '../queue/batches/prune-batches.sql.ts';
import { pruneBatches } from '../queue/batches/prune-batches.ts';
import { failMessages } from '../settlement/fail-messages.ts';
import { stopCascades } from '../settlement/stop-cascades.ts';
import { type StoppableRow, selectStoppable } from './stop-messages.sql.ts';

/** 200 stopped; 202 entering sending; 403 already sent, or its dispatch is not started; 404 not found. */
export type StopCode = 200 | 202 | 403 | 404;
export type StopResult = { readonly messageUuid: string; readonly code: StopCode };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export async function stopMessages(
  { db }: Pick<Platform, 'db'>,
  account: KeyActor,
  uuids: readonly string[],
): Promise<StopResult[]> {
  return inTransaction(db, async (tx) => {
    const wanted = [...new Set(uuids)];
    const ids = wanted.filter((uuid) => UUID.test(uuid)).map((uuid) => uuid.toLowerCase());
    const codes = await stopWithin(tx, account.companyId, ids);
    return wanted.map((messageUuid) => ({ messageUuid, code: codes.get(messageUuid.toLowerCase()) ?? 404 }));
  });
}

export async function stopWithin(tx: Tx, companyId: number, ids: readonly string[]): Promise<Map<string, StopCode>> {
  const known = await selectStoppable(tx, companyId, ids);
  const started = known.filter(({ isStarted }) => isStarted);
  const cascades = await stopCascades(
    tx,
    companyId,
    started.map(({ id }) => id),
  );
  const later = [...new Set([...cascades.values()].flatMap((cascade) => cascade.later))];
  const rows = [...started, ...(await selectStoppable(tx, companyId, later))];
  const ended = await endWaiting(tx, rows);
  return new Map(
    known.map(({ id }) => {
      const cascade = cascades.get(id);
      const own = ended(id);
      const following = (cascade?.later ?? []).map(ended);
      return [id, codeOf(own, following, cascade)];
    }),
  );
}

/** A message already sent counts as stopped if one of its further steps was stopped. */
function codeOf(
  own: StopCode,
  following: readonly StopCode[],
  cascade: { readonly hadSteps: boolean; readonly isMaking: boolean } | undefined,
): StopCode {
  if (own !== 403) return own;
  if (cascade?.isMaking === true || following.includes(202)) return 202;
  return cascade?.hadSteps === true || following.includes(200) ? 200 : 403;
}

async function endWaiting(tx: Tx, rows: readonly StoppableRow[]): Promise<(id: string) => StopCode> {
  const open = rows.filter((row) => row.status === MESSAGE_STATUS_CODES.CREATED);
  if (open.length === 0) return () => 403;
  await lockStrandsOf(tx, open);
  const inFlight = new Set(await pruneBatches(tx, open));
  const stoppable = open.filter(({ id }) => !inFlight.has(id));
  const unmoved = new Set(
    await failMessages(
      tx,
      stoppable.map(({ id }) => ({ id, errorCode: ERROR.stopped })),
    ),
  );
  const stopped = new Set(stoppable.map(({ id }) => id).filter((id) => !unmoved.has(id)));
  return (id) => (stopped.has(id) ? 200 : inFlight.has(id) ? 202 : 403);
}
