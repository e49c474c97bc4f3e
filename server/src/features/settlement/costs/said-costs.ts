// Costs that providers name in answers and reports. The message and the sums of its day change together.
import { costBySaid, type MessageCost, type SaidCost } from '@volley/domain/money/message-cost.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type KnownCost, updateCosts } from '../../messages/message-costs.sql.ts';
import type { RoutesByLink } from '../../queue/pacing/known-routes.ts';
import type { MarginDelta } from './margin-days.sql.ts';
import { NO_LINK, NOTHING_ADDED } from './margin-deltas.ts';
import { type HandedOverMessage, lockHandedOver } from './said-costs.sql.ts';

/** By message id. Call after the messages have moved; returns the changes for `bookMargins`. */
export async function recordSaidCosts(
  tx: Tx,
  said: ReadonlyMap<string, SaidCost>,
  routes: RoutesByLink,
): Promise<MarginDelta[]> {
  if (said.size === 0) return [];
  const changes: KnownCost[] = [];
  const deltas: MarginDelta[] = [];
  for (const message of await lockHandedOver(tx, [...said.keys()])) {
    const cost = costOf(message, said.get(message.id), routes);
    if (cost === undefined || isKnown(message, cost)) continue;
    changes.push({ id: message.id, ...cost });
    deltas.push(...differenceOf(message, cost));
  }
  if (changes.length > 0) await updateCosts(tx, changes);
  return deltas;
}

function costOf(message: HandedOverMessage, said: SaidCost | undefined, routes: RoutesByLink): MessageCost | undefined {
  const { linkId, sentAt } = message;
  const own = linkId === null ? [] : (routes.get(linkId) ?? []);
  return said && costBySaid(said, { ...message, sentMs: sentAt.getTime() }, own);
}

const isKnown = ({ costMicros, costCurrency }: HandedOverMessage, { micros, currency }: MessageCost) =>
  costMicros === micros && costCurrency === currency;

function differenceOf(message: HandedOverMessage, cost: MessageCost): MarginDelta[] {
  const { day, companyId, channelType, currency, costMicros, costCurrency } = message;
  const place = { day, companyId, channelType, linkId: message.linkId ?? NO_LINK, ...NOTHING_ADDED };
  const added = { ...place, currency: cost.currency ?? currency, costed: 1, costMicros: cost.micros };
  if (costMicros === null) return [added];
  return [{ ...place, currency: costCurrency ?? currency, costed: -1, costMicros: -costMicros }, added];
}
