// What one call adds to a dispatch of the partner API, decided but not written: asked before recipients are stored, and
// by whoever only wants to know the price. One rule for both, so that an estimate is what the dispatch will say.
import type { Actor } from '@volley/domain/actor.ts';
import { billingMonth } from '@volley/domain/budget.ts';
import { openCountries } from '@volley/domain/country.ts';
import type { Schedule } from '@volley/domain/sending-window.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findBlocked } from '../blacklist/find-blocked.ts';
import type { Company } from '../companies/company.ts';
import { readTerms } from '../ledger/volumes.ts';
import { readVolumesAhead } from '../ledger/volumes-ahead.ts';
import type { StrandKey } from '../messages/make-offer.ts';
import { type MessagePlan, planMessages, type Recipient } from '../messages/plan-messages.ts';
import { knownTariffs, type ReferenceBook } from '../messages/reference-book.ts';
import { tariffsInForce } from '../tariffs/price-list.ts';
import type { PlacedEstimate } from './accept-messages.ts';
import { getUsableSenders, templatesOfSenders, windowsOfSenders } from './dispatch-senders.ts';
import { packageEstimate } from './estimate-packages.ts';
import { firstMonthOf } from './first-instant.ts';

type PlannedCall = {
  readonly company: Pick<Company, 'companyId' | 'routing' | 'openCountries'>;
  readonly senderIds: readonly number[];
  readonly channelType: string;
  readonly text: string;
  readonly recipients: readonly Recipient[];
  /** Its hours part the recipients by their zones. */
  readonly schedule: Schedule | undefined;
};

type Planned = { readonly plan: MessagePlan; readonly packageEstimate: PlacedEstimate };

export async function planDispatch(
  tx: Tx,
  { db, config, book }: Pick<Platform, 'db' | 'config'> & { readonly book: ReferenceBook },
  actor: Actor,
  call: PlannedCall,
): Promise<Planned> {
  const { companyId, routing } = call.company;
  const { senderIds, channelType, text, recipients } = call;
  const senders = await getUsableSenders(tx, config, { companyId, senderIds, channelType, routing });
  const month = billingMonth(tx.now.getTime());
  const terms = await readTerms(tx, actor.partnerId, companyId, month);
  const dates = new Map(senders.map(({ id, dateFrom }) => [id, dateFrom]));
  const firstMonth = firstMonthOf(call.schedule, config.moderation, tx.now);
  const monthOf = ({ senderId, timezone }: Pick<StrandKey, 'senderId' | 'timezone'>) =>
    firstMonth({ timezone, dateFrom: dates.get(senderId) });
  const goesLater = call.schedule !== undefined || senders.some(({ dateFrom }) => dateFrom > tx.now);
  const volumesOf = goesLater ? await readVolumesAhead(tx, companyId, { month, terms }) : () => terms;
  const tariffs = await knownTariffs(db, book, terms.tariffs);
  const plan = await planMessages(
    { plan: book.plan, tariffs: tariffsInForce(tariffs, terms.priceListId, tx.now) },
    {
      text,
      blocked: await findBlocked(tx, { companyId, recipients, senders }),
      channelType,
      senders,
      routing,
      hostNetwork: config.hostNetworkRouting === 'on',
      testMode: config.testMode === 'on',
      isOpen: openCountries(call.company.openCountries ?? config.allowedCountries),
      byTimezone: call.schedule !== undefined,
      volumeOf: (route, model, of) => volumesOf(monthOf(of)).volumeOf(route, model),
      templateOf: await templatesOfSenders(tx, config, senders),
      isWindowOpen: await windowsOfSenders(tx, config, senders, call),
    },
    recipients,
  );
  const packagesOf = packageEstimate(tariffs, volumesOf);
  return {
    plan,
    packageEstimate: (strands) => packagesOf(strands.map((strand) => ({ ...strand, month: monthOf(strand) }))),
  };
}
