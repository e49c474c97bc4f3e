// A connector asks before the first byte: only batches marked in flight here may go to the wire. Those
// refused were stopped, held, taken by somebody else or sent before, or their hours are over; they are judged again at
// once. With the permission comes what of a batch must be kept back, because a list has its number or its name by now.
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findBlockedMessages } from '../blacklist/find-blocked.ts';
import { findLeft } from '../messages/move-messages.ts';
import type { Batch } from './batch.ts';
import { hurryClaimed, markInFlight } from './batches.ts';

export type Permission = {
  /** Message id → error code. */
  readonly blocked: ReadonlyMap<string, number>;
  /** Messages that have left CREATED already: nothing is to be told of them. */
  readonly ended: ReadonlySet<string>;
  /** A copy may be with the operator already: what is kept back now may still be delivered. */
  readonly inDoubt: boolean;
};

/** Batch id → permission, of those that may go. */
export async function beginBatches(
  { db, instanceId, restoreGate }: Pick<Platform, 'db' | 'instanceId' | 'restoreGate'>,
  batches: readonly Batch[],
  window: number,
): Promise<Map<string, Permission>> {
  return inTransaction(db, async (tx) => {
    // A database that went back may have begun and sent them before; their lease brings them back.
    if (!(await restoreGate.isOpen(tx))) return new Map();
    const open = batches.filter(({ untilMs }) => untilMs === undefined || tx.now.getTime() < untilMs);
    const begun = await markInFlight(
      tx,
      { owner: instanceId, window },
      open.map((batch) => batch.id),
      open.map((batch) => batch.attempt),
    );
    const rows = new Map(begun.map((row) => [row.id, row]));
    const refused = batches.filter((batch) => !rows.has(batch.id)).map((batch) => batch.id);
    if (refused.length > 0) await hurryClaimed(tx, refused);
    const watched = batches.filter((batch) => rows.get(batch.id)?.watched === true);
    const blocked = watched.length === 0 ? new Map<string, number>() : await findBlockedMessages(tx, watched);
    const thinned = batches.filter((batch) => rows.get(batch.id)?.thinned === true);
    const ended =
      thinned.length === 0
        ? new Set<string>()
        : new Set(
            await findLeft(
              tx,
              thinned.flatMap(({ messages }) => messages.map(({ id }) => id)),
            ),
          );
    return new Map(begun.map((row) => [row.id, { blocked, ended, inDoubt: row.in_doubt }]));
  });
}
