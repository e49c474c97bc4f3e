// A dispatch of the messaging API begins empty: recipients are added in calls of their own, then it is started.
import type { KeyActor } from '@volley/domain/actor.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { withoutPassword } from '../callbacks/masked-url.ts';
import { registerEndpoint } from '../callbacks/register-endpoint.ts';
import type { Company } from '../companies/company.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { findRegisteredNames, findSendersByName, type NameUse } from '../senders/named-senders.ts';
import { requireSwitch } from '../switches/switches.ts';
import { nameFault } from './dispatch-senders.ts';
import type { MessagingDispatchDraft } from './messaging-dispatch.ts';
import { insertMessagingDispatch } from './messaging-dispatches.sql.ts';
import { insertRate } from './rates.sql.ts';

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
          : await registerEndpoint(tx, { secrets, config }, company.companyId, callbackUrl, 'MESSAGING'),
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

/** The name as it may be used now. The test name that accounts share is for single messages. */
export async function getDispatchName(
  tx: Tx,
  config: Platform['config'],
  companyId: number,
  name: Pick<MessagingDispatchDraft, 'channelType' | 'senderName'>,
): Promise<NameUse> {
  const find = await findSendersByName(tx, companyId, [name], config);
  const use = find(name.channelType, name.senderName);
  if (use?.shared === true)
    throw new Refusal('bad-request', { field: 'senderName', problem: 'is for single messages only' });
  if (use !== undefined) return use;
  const rows = await findRegisteredNames(tx, companyId, name);
  const { reason: problem, code } = nameFault(rows, tx.now.getTime(), config.moderation);
  throw new Refusal('bad-request', { field: 'senderName', problem, code });
}
