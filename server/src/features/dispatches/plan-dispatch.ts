// What one call adds to a dispatch of the partner API, decided but not written: asked before recipients are stored, and
// by whoever only wants to know the price. One rule for both, so that an estimate is what the dispatch will say.
import type { Actor } from '@volley/domain/actor.ts';
import { billingMonth } from '@volley/domain/budget.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findBlocked } from '../blacklist/find-blocked.ts';
import type { Company } from '../companies/company.ts';
import { readTerms } from '../ledger/volumes.ts';
import { type MessagePlan, planMessages, type Recipient } from '../messages/plan-messages.ts';
import { knownTariffs, type ReferenceBook } from '../messages/reference-book.ts';
import { tariffsInForce } from '../tariffs/price-list.ts';
import { getUsableSenders, templatesOfSenders, windowsOfSenders } from './dispatch-senders.ts';
import { type PackageEstimate, packageEstimate } from './estimate-packages.ts';

type PlannedCall = {
  readonly company: Pick<Company, 'companyId' | 'routing'>;
  readonly senderIds: readonly number[];
  readonly channelType: string;
  readonly text: string;
  readonly recipients: readonly Recipient[];
  /** Sending hours part the recipients by their zones. */
  readonly scheduled: boolean;
};

export async function planDispatch(
  tx: Tx,
  { db, config, book }: Pick<Platform, 'db' | 'config'> & { readonly book: ReferenceBook },
  actor: Actor,
  call: PlannedCall,
): Promise<{ plan: MessagePlan; packageEstimate: PackageEstimate }> {
  const { companyId, routing } = call.company;
  const { senderIds, channelType, text, recipients } = call;
  const senders = await getUsableSenders(tx, config, { companyId, senderIds, channelType, routing });
  const terms = await readTerms(tx, actor.partnerId, companyId, billingMonth(tx.now.getTime()));
  const tariffs = await knownTariffs(db, book, terms.tariffs);
  const plan = planMessages(
    { plan: book.plan, tariffs: tariffsInForce(tariffs, terms.priceListId, tx.now) },
    {
      text,
      blocked: await findBlocked(tx, { companyId, recipients, senders }),
      channelType,
      senders,
      routing,
      hostNetwork: config.hostNetworkRouting === 'on',
      testMode: config.testMode === 'on',
      byTimezone: call.scheduled,
      volumeOf: terms.volumeOf,
      templateOf: await templatesOfSenders(tx, config, senders),
      isWindowOpen: await windowsOfSenders(tx, config, senders, call),
    },
    recipients,
  );
  return { plan, packageEstimate: packageEstimate(tariffs, terms) };
}
