// Erasing a telephone number: every final message that holds it, of every company, loses its number, its text, the
// provider's code, whose text is not ours, and its short links, whose targets may identify the person. Amounts,
// statuses, operators and times stay, so the ledger still adds up. The negative id of the erasure replaces the number:
// messages of different recipients stay distinct, and the number cannot be recovered. An index by number would cost
// every accepted message, so the sweeper scans one day's partition at a time.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { firstMessageDay } from '../../../platform/database/partitions.sql.ts';
import type { Platform } from '../../../platform/platform.ts';
import { uuidFloor } from '../../../platform/uuid-v7.ts';
import { eraseRecipient } from '../../ledger/erase-recipient.ts';
import { eraseShortLinks } from '../../short-links/erase-short-links.ts';
import { endPass, eraseBetween, insertErasure, lockDueErasure, recordDay, selectErasure } from './erase-number.sql.ts';
import type { Erasure } from './erasure.ts';

const DAY_MS = 86_400_000;
/** Messages that were not final are scanned again after this time. */
const AGAIN_MS = 3_600_000;

export const requestErasure = insertErasure;

export async function getErasure(tx: Tx, id: number): Promise<Erasure> {
  const erasure = await selectErasure(tx, id);
  if (erasure === undefined) throw new Refusal('not-found', { kind: 'Erasure', id });
  return erasure;
}

/** Scans one day of one erasure. False: no erasure is due. */
export async function runErasure({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const step = await lockDueErasure(tx);
    if (step === undefined) return false;
    const dayMs = step.scanDay === null ? await firstMessageDay(tx) : Date.parse(step.scanDay);
    if (dayMs === undefined || dayMs > tx.now.getTime()) {
      const isOver = await endPass(tx, step.id, new Date(tx.now.getTime() + AGAIN_MS));
      if (isOver) await eraseRecipient(tx, step.destination, -step.id);
      return true;
    }
    const { erasedIds, waiting } = await eraseBetween(tx, {
      destination: step.destination,
      tag: -step.id,
      fromId: uuidFloor(dayMs),
      toId: uuidFloor(dayMs + DAY_MS),
    });
    await eraseShortLinks(tx, erasedIds);
    const days = { day: dateOf(dayMs), nextDay: dateOf(dayMs + DAY_MS) };
    await recordDay(tx, { id: step.id, ...days, erased: erasedIds.length, waiting });
    return true;
  });
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
