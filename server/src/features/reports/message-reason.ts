// Why a message went out under the name it did. The choice itself is stored (sender, route); how the number was found
// is asked of the numbering plan as it is now, because the plan of that day is not kept.
import { type Brand, brandOfId } from '@volley/domain/brand.ts';
import type { NumberingPlan } from '@volley/domain/numbering-plan.ts';
import { sandboxNumber } from '@volley/domain/phone-number.ts';
import type { SenderMatch } from '@volley/domain/sender-choice.ts';
import type { TrafficType } from '@volley/domain/tariff.ts';
import type { Tx } from '../../platform/database.ts';
import { findCountry } from '../numbering/find-country.ts';
import { type CardRow, selectCandidates } from './message-card.sql.ts';

export type FoundNumber = {
  readonly numberFoundBy: 'ported' | 'range' | 'sandbox' | 'none';
  readonly numberOperator: Brand | null;
  readonly region: string | null;
  readonly timezone: string | null;
  readonly country: string | null;
};

export type SenderReason = FoundNumber & {
  readonly match: SenderMatch;
  readonly routing: 'fallback' | 'strict';
  readonly senderBrand: string;
  readonly tariffOperator: Brand | null;
  readonly trafficType: TrafficType;
  readonly isTrafficClaimed: boolean;
  readonly templateId: number | null;
  readonly candidates: readonly {
    readonly id: number;
    readonly senderName: string;
    readonly brand: string;
    readonly isChosen: boolean;
  }[];
};

export function findNumber(plan: NumberingPlan, destination: string): FoundNumber {
  const sandbox = sandboxNumber(destination);
  const facts = sandbox === undefined && destination !== '' ? plan.find(Number(destination)) : undefined;
  return {
    numberFoundBy: sandbox ? 'sandbox' : facts === undefined ? 'none' : facts.ported ? 'ported' : 'range',
    numberOperator: sandbox?.brand ?? facts?.brand ?? null,
    region: facts?.region ?? null,
    timezone: facts?.timezone ?? null,
    country: (destination === '' ? undefined : findCountry(destination).country) ?? null,
  };
}

export async function explainSender(
  tx: Tx,
  card: CardRow,
  { plan, destination, brand }: { plan: NumberingPlan; destination: string; brand: Brand | null },
): Promise<SenderReason> {
  const candidates = await selectCandidates(tx, { senderIds: card.sender_ids, senderId: card.sender_id });
  const route = brandOfId(card.route) ?? null;
  return {
    ...findNumber(plan, destination),
    // What was decided then, whatever the plan says today.
    numberOperator: brand,
    match: matchOf(card.sender_brand, brand, route),
    routing: card.routing,
    senderBrand: card.sender_brand,
    tariffOperator: route,
    trafficType: card.traffic_type,
    isTrafficClaimed: card.claimed_traffic_type !== null,
    templateId: card.template_id,
    candidates: candidates.map((one) => ({ ...one, isChosen: one.id === card.sender_id })),
  };
}

function matchOf(senderBrand: string, brand: Brand | null, route: Brand | null): SenderMatch {
  if (senderBrand === brand) return 'brand';
  return senderBrand === route ? 'host' : 'fallback';
}
