// Stops messages one by one. Strands are held first, so that the pacer takes none of them meanwhile; then the batches
// they are in. A batch that has not begun will leave them out; what is in flight cannot be called back.
import type { KeyActor } from '@volley/domain/actor.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockStrandsOf, thinBatches } from '../dispatches/thin-batches.ts';
import { failMessages } from '../settlement/fail-messages.ts';
import { stopCascades } from '../settlement/stop-cascades.ts';
import { type StoppableRow, selectStoppable } from './stop-messages.sql.ts';

/** 200 stopped, 202 just entering sending, 403 already sent or not yet to be sent, 404 not there. */
export type StopCode = 200 | 202 | 403 | 404;
export type StopResult = { readonly messageUuid: string; readonly code: StopCode };

const STOPPED = 7002;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export async function stopMessages(
  { db }: Pick<Platform, 'db'>,
  account: KeyActor,
  uuids: readonly string[],
): Promise<StopResult[]> {
  return inTransaction(db, async (tx) => {
    const wanted = [...new Set(uuids)];
    const ids = wanted.filter((uuid) => UUID.test(uuid)).map((uuid) => uuid.toLowerCase());
    const codes = await stopIn(tx, account.companyId, ids);
    return wanted.map((messageUuid) => ({ messageUuid, code: codes.get(messageUuid.toLowerCase()) ?? 404 }));
  });
}

export async function stopIn(tx: Tx, companyId: number, ids: readonly string[]): Promise<Map<string, StopCode>> {
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

/** A message that is gone itself counts as stopped when something that would have followed it was. */
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
  const open = rows.filter((row) => row.status === 0);
  if (open.length === 0) return () => 403;
  await lockStrandsOf(tx, open);
  const underWay = new Set(await thinBatches(tx, open));
  const stoppable = open.filter(({ id }) => !underWay.has(id));
  const unmoved = new Set(
    await failMessages(
      tx,
      stoppable.map(({ id }) => ({ id, errorCode: STOPPED })),
    ),
  );
  const stopped = new Set(stoppable.map(({ id }) => id).filter((id) => !unmoved.has(id)));
  return (id) => (stopped.has(id) ? 200 : underWay.has(id) ? 202 : 403);
}
