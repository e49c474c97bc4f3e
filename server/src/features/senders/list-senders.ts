import type { Actor } from '@volley/domain/people/actor.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import type { Sender, SenderFilter } from './sender.ts';
import { selectSendersOfCompany } from './senders.sql.ts';

export async function listSenders(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { companyId, ...filter }: SenderFilter & { companyId: number },
): Promise<Sender[]> {
  return read(db, async (tx) => {
    await getOwnCompany(tx, actor.partnerId, companyId);
    return selectSendersOfCompany(tx, companyId, filter);
  });
}
