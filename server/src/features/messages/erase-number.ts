// Erasing a telephone number: every final message that holds it, of every company, loses its number, its text and
// its short links, whose targets may tell of the person. Amounts, statuses, operators and times stay, so the books still add up. In the number's place stands
// the erasure's own id, negative: messages of one recipient can still be told from those of another, and
// nothing leads back to the number. There is no index by number (it would cost every accepted message), so a
// clock looks through one day's partition at a time.
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import { firstMessageDay } from '../../platform/partitions.ts';
import type { Platform } from '../../platform/platform.ts';
import { uuidFloor } from '../../platform/uuid-v7.ts';
import { eraseRecipient } from '../ledger/erase-recipient.ts';
import { endLinks } from '../links/end-links.ts';
import { endPass, eraseBetween, insertErasure, lockDueErasure, noteDay, selectErasure } from './erase-number.sql.ts';
import type { Erasure } from './erasure.ts';

const DAY_MS = 86_400_000;
/** What was not final is looked at again after this time. */
const AGAIN_MS = 3_600_000;

export const requestErasure = insertErasure;

export async function getErasure(tx: Tx, id: number): Promise<Erasure> {
  const erasure = await selectErasure(tx, id);
  if (erasure === undefined) throw new Refusal('not-found', { kind: 'Erasure', id });
  return erasure;
}

/** One day of one erasure. Returns true when there was one, so there may be more. */
export async function workErasure({ db }: Pick<Platform, 'db'>): Promise<boolean> {
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
    await endLinks(tx, erasedIds);
    const days = { day: dateOf(dayMs), nextDay: dateOf(dayMs + DAY_MS) };
    await noteDay(tx, { id: step.id, ...days, erased: erasedIds.length, waiting });
    return true;
  });
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
