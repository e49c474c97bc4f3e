// Plans the recipients that one call adds to a dispatch of the partner API, without storing them. Acceptance and
// estimates share it, so an estimate equals the answer of the dispatch.

import type { Schedule } from '@volley/domain/dispatches/sending-schedule.ts';
import { billingMonth } from '@volley/domain/money/budget.ts';
import { openCountries } from '@volley/domain/numbers/country.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import type { StrandKey } from '@volley/domain/planning/offer.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findBlocked } from '../../blacklist/find-blocked.ts';
import type { Company } from '../../companies/company.ts';
import { readTerms } from '../../ledger/volumes.ts';
import { readVolumesAhead } from '../../ledger/volumes-ahead.sql.ts';
import { type MessagePlan, planMessages } from '../../messages/planning/plan-messages.ts';
import type { Recipient } from '../../messages/planning/recipient-text.ts';
import { knownTariffs, type ReferenceBook } from '../../messages/planning/reference-book.ts';
import { tariffsInForce } from '../../tariffs/price-list.ts';
import { getUsableSenders, sessionsOfSenders, templatesOfSenders } from '../dispatch-senders.ts';
import { firstInstantOf } from '../first-instant.ts';
import { packageEstimate } from '../money/estimate-packages.ts';
import type { PlacedEstimate } from './accept-messages.ts';

type PlannedCall = {
  readonly company: Pick<Company, 'companyId' | 'routing' | 'openCountries'>;
  readonly senderIds: readonly number[];
  readonly channelType: string;
  readonly text: string;
  readonly recipients: readonly Recipient[];
  /** With a schedule each time zone has its own strands. */
  readonly schedule: Schedule | undefined;
};

type Planned = {
  readonly plan: MessagePlan;
  readonly packageEstimate: PlacedEstimate;
  /** First instant of sending. */
  readonly instantOf: (strand: Pick<StrandKey, 'senderId' | 'timezone'>) => Date;
};

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
  const firstInstant = firstInstantOf(call.schedule, config.moderation, tx.now);
  const instantOf: Planned['instantOf'] = ({ senderId, timezone }) =>
    firstInstant({ timezone, dateFrom: dates.get(senderId) });
  const monthOf = (strand: Pick<StrandKey, 'senderId' | 'timezone'>) => billingMonth(instantOf(strand).getTime());
  const startsLater = call.schedule !== undefined || senders.some(({ dateFrom }) => dateFrom > tx.now);
  const volumesOf = startsLater ? await readVolumesAhead(tx, companyId, { month, terms }) : () => terms;
  const tariffs = await knownTariffs(db, book, terms.tariffs);
  const plan = await planMessages(
    { plan: book.plan, tariffs: tariffsInForce(tariffs, terms.priceListId, tx.now) },
    {
      text,
      blocked: await findBlocked(tx, { companyId, recipients, senders }),
      channelType,
      senders,
      routing,
      hostNetwork: config.hostNetworkRouting,
      testMode: config.testMode,
      isOpen: openCountries(call.company.openCountries ?? config.allowedCountries),
      byTimezone: call.schedule !== undefined,
      volumeOf: (brand, model, strand) => volumesOf(monthOf(strand)).volumeOf(brand, model),
      templateOf: await templatesOfSenders(tx, config, senders),
      isSessionOpen: await sessionsOfSenders(tx, config, senders, call),
    },
    recipients,
  );
  const packagesOf = packageEstimate(tariffs, volumesOf);
  return {
    plan,
    instantOf,
    packageEstimate: (strands) => packagesOf(strands.map((strand) => ({ ...strand, month: monthOf(strand) }))),
  };
}
