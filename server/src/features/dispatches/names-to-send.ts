import type { Actor } from '@volley/domain/people/actor.ts';
import { senderObstacle } from '@volley/domain/senders/sender-status.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Company } from '../companies/company.ts';
import { getCompany } from '../companies/get-company.ts';
import { listSenders } from '../senders/list-senders.ts';
import type { Sender } from '../senders/sender.ts';

/** The sender names that a dispatch of this company may use now, and the company's routing. */
export async function listNamesToSend(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  companyId: number,
): Promise<{ readonly routing: Company['routing']; readonly senders: readonly Sender[] }> {
  const { routing } = await getCompany({ db }, actor, companyId);
  const senders = await listSenders({ db }, actor, { companyId });
  const nowMs = await read(db, async (tx) => tx.now.getTime());
  return {
    routing,
    senders: senders.filter((sender) => senderObstacle(sender, nowMs, config.moderation) === undefined),
  };
}
