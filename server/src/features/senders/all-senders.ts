import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import { countAllSenders, type StaffSenderFilter, selectAllSenders, selectAnySender } from './all-senders.sql.ts';
import type { Sender } from './sender.ts';

/** Oldest registration first: the order of the review queue. */
export async function listAllSenders(
  tx: Tx,
  { page, perPage, ...filter }: StaffSenderFilter & { readonly page: number; readonly perPage: number },
): Promise<{ total: number; items: Sender[] }> {
  return {
    total: await countAllSenders(tx, filter),
    items: await selectAllSenders(tx, filter, { limit: perPage, offset: (page - 1) * perPage }),
  };
}

export async function getAnySender(tx: Tx, id: number): Promise<Sender> {
  const sender = await selectAnySender(tx, id);
  if (sender === undefined) throw new Refusal('not-found', { kind: 'Sender', id });
  return sender;
}
