import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Sender } from './sender.ts';
import { selectSender } from './senders.sql.ts';

/** With `companyId`, refuses a sender of another company as not found. */
export async function getSender(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { id, companyId }: { id: number; companyId?: number },
): Promise<Sender> {
  const sender = await read(db, (tx) => getOwnSender(tx, actor.partnerId, id));
  if (companyId !== undefined && companyId !== sender.companyId) throw unknownSender(id);
  return sender;
}

export async function getOwnSender(tx: Tx, partnerId: number, id: number): Promise<Sender> {
  const sender = await selectSender(tx, partnerId, id);
  if (sender === undefined) throw unknownSender(id);
  return sender;
}

function unknownSender(id: number): Refusal {
  return new Refusal('not-found', { kind: 'Sender', id });
}
