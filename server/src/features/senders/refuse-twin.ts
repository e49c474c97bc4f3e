import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import type { Sender } from './sender.ts';
import { findTwin } from './senders.sql.ts';

type Named = Pick<Sender, 'companyId' | 'channelType' | 'brand' | 'senderName'>;

/**
 * The other name is told by its id. A name that comes between is refused by the table itself, without it. `ownId` is null
 * for a new name: its request may hold anything under `id`.
 */
export async function refuseTwin(tx: Tx, name: Named, ownId: number | null): Promise<void> {
  const id = await findTwin(tx, name, ownId);
  if (id === undefined) return;
  const problem = `is that of sender ${id} for ${name.brand} on ${name.channelType}`;
  throw new Refusal('sender-duplicate', { field: 'senderName', problem, id });
}
