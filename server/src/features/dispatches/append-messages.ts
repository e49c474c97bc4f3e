import type { Actor } from '@volley/domain/actor.ts';
import { billingMonth } from '@volley/domain/budget.ts';
import { canAddMessages } from '@volley/domain/dispatch-status.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findBlocked } from '../blacklist/find-blocked.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { readTerms } from '../ledger/volumes.ts';
import { planMessages, type Recipient } from '../messages/plan-messages.ts';
import { knownTariffs, openReferenceBook } from '../messages/reference-book.ts';
import { requireSwitch } from '../switches/switches.ts';
import { tariffsInForce } from '../tariffs/price-list.ts';
import { type AcceptedMessages, acceptMessages } from './accept-messages.ts';
import { getUsableSenders, templatesOfSenders } from './dispatch-senders.ts';
import { findDispatch } from './dispatches.sql.ts';
import { packageEstimate } from './estimate-packages.ts';

const MESSAGES_MAX = 10_000_000;

export async function appendMessages(
  { db, config, metrics }: Pick<Platform, 'db' | 'config' | 'metrics'>,
  actor: Actor,
  id: number,
  recipients: readonly Recipient[],
): Promise<AcceptedMessages> {
  const book = await openReferenceBook(db);
  const accepted = await inTransaction(db, async (tx) => {
    const dispatch = await findDispatch(tx, actor.partnerId, id, true);
    if (dispatch === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
    if (!canAddMessages(dispatch.status)) throw new Refusal('dispatch-status', { status: dispatch.status });
    if (dispatch.messages_total + recipients.length > MESSAGES_MAX)
      throw new Refusal('bad-request', { field: 'messages', problem: `would pass ${MESSAGES_MAX} in one dispatch` });
    const company = await getOwnCompany(tx, actor.partnerId, dispatch.company_id);
    if (company.status !== 'ACTIVE') throw new Refusal('company-disabled');
    await requireSwitch(tx, 'accept-dispatches', company.companyId);
    const senders = await getUsableSenders(tx, config, {
      companyId: company.companyId,
      senderIds: dispatch.sender_ids,
      channelType: dispatch.channel_type,
      routing: company.routing,
    });
    const terms = await readTerms(tx, actor.partnerId, company.companyId, billingMonth(tx.now.getTime()));
    const tariffs = await knownTariffs(db, book, terms.tariffs);
    const plan = planMessages(
      { plan: book.plan, tariffs: tariffsInForce(tariffs, terms.priceListId, tx.now) },
      {
        text: dispatch.text,
        blocked: await findBlocked(tx, { companyId: company.companyId, recipients, senders }),
        channelType: dispatch.channel_type,
        senders,
        routing: company.routing,
        hostNetwork: config.hostNetworkRouting === 'on',
        testMode: config.testMode === 'on',
        byTimezone: dispatch.schedule_start_at !== null,
        volumeOf: terms.volumeOf,
        templateOf: await templatesOfSenders(tx, config, senders),
      },
      recipients,
    );
    return acceptMessages(
      tx,
      {
        id,
        companyId: company.companyId,
        channelType: dispatch.channel_type,
        lastSeq: dispatch.last_seq,
        currency: actor.currency,
        packagesMicros: dispatch.packages_micros,
        packageEstimate: packageEstimate(tariffs, terms),
      },
      plan,
    );
  });
  metrics.count('volley_messages_accepted_total', {}, accepted.success);
  return accepted;
}
