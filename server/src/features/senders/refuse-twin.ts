import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Sender } from './sender.ts';
import { findTwin } from './senders.sql.ts';

type Named = Pick<Sender, 'companyId' | 'channelType' | 'brand' | 'senderName'>;

/**
 * Refuses a duplicate and names the id of the existing sender. A concurrent duplicate is refused by the unique index,
 * without the id. `ownId` is null for a new name: its request may hold any value under `id`.
 */
export async function refuseTwin(tx: Tx, name: Named, ownId: number | null): Promise<void> {
  const id = await findTwin(tx, name, ownId);
  if (id === undefined) return;
  const problem = `is that of sender ${id} for ${name.brand} on ${name.channelType}`;
  throw new Refusal('sender-duplicate', { field: 'senderName', problem, id });
}
