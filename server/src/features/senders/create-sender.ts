import type { Actor } from '@volley/domain/people/actor.ts';
import type { Fault } from '@volley/domain/refusals/fault.ts';
import { Refusal, refuseFaults } from '@volley/domain/refusals/refusal.ts';
import { senderNameFaults } from '@volley/domain/senders/sender-name.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { documentFaults } from './check-documents.ts';
import { getOwnSender } from './get-sender.ts';
import { refuseTwin } from './refuse-twin.ts';
import type { Sender, SenderDraft } from './sender.ts';
import { hasCountry, insertSender } from './senders.sql.ts';

export async function createSender({ db }: Pick<Platform, 'db'>, actor: Actor, request: SenderDraft): Promise<Sender> {
  const draft = { ...request, senderName: request.senderName.trim() };
  return inTransaction(db, async (tx) => {
    const company = await getOwnCompany(tx, actor.partnerId, draft.companyId);
    if (company.status !== 'ACTIVE') throw new Refusal('company-disabled');
    const isKnownCountry = await hasCountry(tx, draft.countryId);
    refuseFaults([
      ...senderNameFaults(draft.senderName, draft.channelType, draft.brand),
      ...(isKnownCountry ? [] : [UNKNOWN_COUNTRY]),
      ...(await documentFaults(tx, company.companyId, draft.documentIds)),
    ]);
    await refuseTwin(tx, draft, null);
    const id = await insertSender(tx, draft);
    if (id === undefined) throw new Refusal('sender-duplicate');
    return getOwnSender(tx, actor.partnerId, id);
  });
}

const UNKNOWN_COUNTRY: Fault = { field: 'countryId', reason: 'must be a known country', code: 'unknown-id' };
