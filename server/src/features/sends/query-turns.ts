// Limits the message queries of an account to two at a time per process, so that expensive searches of one account
// never hold every database connection.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { slot } from '../../platform/state/shared-state.ts';

const AT_ONCE_MAX = 2;
const WAITING_MAX = 100;

type QueryTurns = { running: number; readonly waiting: (() => void)[] };
const TURNS = slot(() => new Map<number, QueryTurns>());

export async function inQueryTurn<T>(
  { shared }: Pick<Platform, 'shared'>,
  accountId: number,
  query: () => Promise<T>,
): Promise<T> {
  const turnsOf = shared.of(TURNS);
  const turns = turnsOf.get(accountId) ?? { running: 0, waiting: [] };
  turnsOf.set(accountId, turns);
  if (turns.waiting.length >= WAITING_MAX) throw new Refusal('too-many-requests', { retryAfterSeconds: 1 });
  if (turns.running < AT_ONCE_MAX) turns.running += 1;
  else await new Promise<void>((resume) => turns.waiting.push(resume));
  try {
    return await query();
  } finally {
    const next = turns.waiting.shift();
    // The next query inherits the turn, so `running` does not change.
    if (next !== undefined) next();
    else turns.running -= 1;
    if (turns.running === 0) turnsOf.delete(accountId);
  }
}
