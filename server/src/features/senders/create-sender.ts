import type { Actor } from '@volley/domain/actor.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { senderNameProblem } from '@volley/domain/sender-name.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { checkDocuments } from './check-documents.ts';
import { getOwnSender } from './get-sender.ts';
import type { Sender, SenderDraft } from './sender.ts';
import { hasCountry, insertSender } from './senders.sql.ts';

export async function createSender({ db }: Pick<Platform, 'db'>, actor: Actor, draft: SenderDraft): Promise<Sender> {
  return inTransaction(db, async (tx) => {
    const company = await getOwnCompany(tx, actor.partnerId, draft.companyId);
    if (company.status !== 'ACTIVE') throw new Refusal('company-disabled');
    const problem = senderNameProblem(draft.senderName, draft.channelType, draft.brand);
    if (problem !== undefined) throw new Refusal('bad-request', { field: 'senderName', problem });
    if (!(await hasCountry(tx, draft.countryId))) {
      throw new Refusal('bad-request', { field: 'countryId', problem: 'is unknown' });
    }
    await checkDocuments(tx, company.companyId, draft.documentIds);
    const id = await insertSender(tx, draft);
    if (id === undefined) throw new Refusal('sender-duplicate');
    return getOwnSender(tx, actor.partnerId, id);
  });
}
