// Lists of one account take turns, so that somebody who searches through everything, many times at once, holds two
// connections of a process and not all of them: others go on sending.
import { Refusal } from '@volley/domain/refusal.ts';

const AT_ONCE_MAX = 2;
const WAITING_MAX = 100;

type Turns = { running: number; readonly waiting: (() => void)[] };
const turnsOf = new Map<number, Turns>();

export async function inTurn<T>(accountId: number, work: () => Promise<T>): Promise<T> {
  const turns = turnsOf.get(accountId) ?? { running: 0, waiting: [] };
  turnsOf.set(accountId, turns);
  if (turns.waiting.length >= WAITING_MAX) throw new Refusal('too-many-requests', { retryAfterSeconds: 1 });
  if (turns.running < AT_ONCE_MAX) turns.running += 1;
  else await new Promise<void>((go) => turns.waiting.push(go));
  try {
    return await work();
  } finally {
    const next = turns.waiting.shift();
    // Whoever waits takes the place over; it never comes free between them.
    if (next !== undefined) next();
    else turns.running -= 1;
    if (turns.running === 0) turnsOf.delete(accountId);
  }
}
