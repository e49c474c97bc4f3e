// Suspending a name stops its traffic at once and in every status: messages not yet handed over wait. The row decides;
// the wake-up only lets connectors see it before their next poll.
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnSender } from './get-sender.ts';
import type { Sender } from './sender.ts';
import { updateSuspension } from './senders.sql.ts';

type Parts = Pick<Platform, 'db' | 'bus'>;

/** Idempotent; a repeated call replaces the reason. */
export function suspendSender(platform: Parts, actor: Actor, id: number, reason: string | undefined): Promise<Sender> {
  return setSuspension(platform, actor, { id, suspended: true, reason: reason ?? null });
}

export function unsuspendSender(platform: Parts, actor: Actor, id: number): Promise<Sender> {
  return setSuspension(platform, actor, { id, suspended: false, reason: null });
}

async function setSuspension(
  { db, bus }: Parts,
  { partnerId }: Actor,
  change: { id: number; suspended: boolean; reason: string | null },
): Promise<Sender> {
  const sender = await inTransaction(db, async (tx) => {
    const found = await updateSuspension(tx, { partnerId, ...change });
    if (!found) throw new Refusal('not-found', { kind: 'Sender', id: change.id });
    return getOwnSender(tx, partnerId, change.id);
  });
  bus.wake('control.marks');
  return sender;
}
