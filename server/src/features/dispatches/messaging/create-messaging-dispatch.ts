// Creates an empty dispatch of the messaging API. Separate calls add its recipients and start it.
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { withoutPassword } from '../../callbacks/targets/masked-url.ts';
import { registerTarget } from '../../callbacks/targets/register-target.ts';
import type { Company } from '../../companies/company.ts';
import { getOwnCompany } from '../../companies/find-company.ts';
import { insertRate } from '../../queue/pacing/rates.sql.ts';
import { findRegisteredNames, findSendersByName, type NameUse } from '../../senders/named-senders.ts';
import { requireSwitch } from '../../switches/switches.ts';
import { nameFault } from '../dispatch-senders.ts';
import type { MessagingDispatchDraft } from './messaging-dispatch.ts';
import { insertMessagingDispatch } from './messaging-dispatches.sql.ts';

export async function createMessagingDispatch(
  { db, config, secrets }: Pick<Platform, 'db' | 'config' | 'secrets'>,
  account: KeyActor,
  draft: MessagingDispatchDraft,
): Promise<{ dispatchId: number }> {
  return inTransaction(db, async (tx) => {
    const company = await getActiveCompany(tx, account);
    await requireSwitch(tx, 'accept-dispatches', company.companyId);
    const { senders } = await getDispatchName(tx, config, company.companyId, draft);
    const { callbackUrl } = draft;
    const dispatchId = await insertMessagingDispatch(tx, {
      ...draft,
      companyId: company.companyId,
      partnerId: account.partnerId,
      trafficCenterId: account.trafficCenterId,
      senderIds: senders.map(({ id }) => id),
      callbackEndpointId:
        callbackUrl === null
          ? null
          : await registerTarget(
              tx,
              { secrets, config },
              { companyId: company.companyId, form: 'MESSAGING' },
              callbackUrl,
            ),
      shownUrl: callbackUrl === null ? null : withoutPassword(callbackUrl),
    });
    if (draft.rate !== null) await insertRate(tx, { dispatchId, companyId: company.companyId, ...draft.rate });
    return { dispatchId };
  });
}

export async function getActiveCompany(tx: Tx, account: Pick<KeyActor, 'companyId' | 'partnerId'>): Promise<Company> {
  const company = await getOwnCompany(tx, account.partnerId, account.companyId);
  if (company.status !== 'ACTIVE') throw new Refusal('company-disabled');
  return company;
}

/** The name as it may be used now. The test name that accounts share is for single messages only. */
export async function getDispatchName(
  tx: Tx,
  config: Platform['config'],
  companyId: number,
  name: Pick<MessagingDispatchDraft, 'channelType' | 'senderName'>,
): Promise<NameUse> {
  const find = await findSendersByName(tx, companyId, [name], config);
  const use = find(name.channelType, name.senderName);
  if (use?.shared === true)
    throw new Refusal('bad-request', {
      field: 'senderName',
      problem: 'can be used for single messages only',
      code: 'sender-unusable',
    });
  if (use !== undefined) return use;
  const rows = await findRegisteredNames(tx, companyId, name);
  const { reason: problem, code } = nameFault(rows, tx.now.getTime(), config.moderation);
  throw new Refusal('bad-request', { field: 'senderName', problem, code });
}
