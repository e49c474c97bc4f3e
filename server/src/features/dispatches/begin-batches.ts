// A connector asks before the first byte: only batches marked in flight here may go to the wire. Those
// refused were stopped, held, taken by somebody else or sent before, or their hours are over; they are judged again at
// once. With the permission comes what of a batch must be kept back, because a list has its number or its name by now,
// or because its country was closed.
import { HOME_COUNTRY, openCountries } from '@volley/domain/country.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findBlockedMessages } from '../blacklist/find-blocked.ts';
import { findLeft } from '../messages/move-messages.ts';
import type { Batch } from './batch.ts';
import { type BegunBatch, hurryClaimed, markInFlight } from './batches.ts';

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
  { db, config, instanceId, restoreGate }: Pick<Platform, 'db' | 'config' | 'instanceId' | 'restoreGate'>,
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
    const refused = batches.filter((batch) => !rows.has(batch.id));
    if (refused.length > 0)
      await hurryClaimed(
        tx,
        refused.map((batch) => batch.id),
        refused.map((batch) => batch.attempt),
      );
    const blocked = await findKeptBack(tx, batches, rows, config.allowedCountries);
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

const COUNTRY_CLOSED = 455;

async function findKeptBack(
  tx: Tx,
  batches: readonly Batch[],
  begun: ReadonlyMap<string, BegunBatch>,
  installation: readonly string[],
): Promise<Map<string, number>> {
  const watched = batches.filter(({ id }) => begun.get(id)?.watched === true);
  const blocked = watched.length === 0 ? new Map<string, number>() : await findBlockedMessages(tx, watched);
  const closed = batches.filter(({ id }) => isClosed(begun.get(id), installation));
  for (const { id } of closed.flatMap(({ messages }) => messages))
    if (!blocked.has(id)) blocked.set(id, COUNTRY_CLOSED);
  return blocked;
}

function isClosed(begun: BegunBatch | undefined, installation: readonly string[]): boolean {
  if (begun === undefined) return false;
  return !openCountries(begun.open_countries ?? installation)(begun.country ?? HOME_COUNTRY);
}
