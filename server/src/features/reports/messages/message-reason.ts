// Explains the sender name of a message. The choice itself is stored (sender, brand of the strand); the look-up of the
// number uses the present numbering plan, because earlier plans are not stored.

import { shownZones } from '@volley/domain/dispatches/timezone.ts';
import type { TrafficType } from '@volley/domain/money/tariff.ts';
import { type Brand, brandOfId } from '@volley/domain/numbers/brand.ts';
import type { NumberingPlan } from '@volley/domain/numbers/numbering-plan.ts';
import { sandboxNumber } from '@volley/domain/numbers/phone-number.ts';
import type { SenderMatch } from '@volley/domain/senders/sender-choice.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { findCountry, UNKNOWN_COUNTRY } from '../../numbering/find-country.ts';
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
  /** The type that the account named; changes neither price nor route. */
  readonly claimedTrafficType: TrafficType | null;
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
  const { country, timezone } = destination === '' ? UNKNOWN_COUNTRY : findCountry(destination);
  return {
    numberFoundBy: sandbox ? 'sandbox' : facts === undefined ? 'none' : facts.ported ? 'ported' : 'range',
    numberOperator: sandbox?.brand ?? facts?.brand ?? null,
    region: facts?.region ?? null,
    timezone: facts?.timezone ?? shownZones(timezone),
    country: country ?? null,
  };
}

export async function explainSender(
  tx: Tx,
  card: CardRow,
  { plan, destination, brand }: { plan: NumberingPlan; destination: string; brand: Brand | null },
): Promise<SenderReason> {
  const candidates = await selectCandidates(tx, { senderIds: card.sender_ids, senderId: card.sender_id });
  const tariffBrand = brandOfId(card.tariff_brand) ?? null;
  return {
    ...findNumber(plan, destination),
    // The stored decision, which may differ from the present plan.
    numberOperator: brand,
    match: matchOf(card.sender_brand, brand, tariffBrand),
    routing: card.routing,
    senderBrand: card.sender_brand,
    tariffOperator: tariffBrand,
    trafficType: card.traffic_type,
    claimedTrafficType: card.claimed_traffic_type,
    templateId: card.template_id,
    candidates: candidates.map((candidate) => ({ ...candidate, isChosen: candidate.id === card.sender_id })),
  };
}

function matchOf(senderBrand: string, brand: Brand | null, tariffBrand: Brand | null): SenderMatch {
  if (senderBrand === brand) return 'brand';
  return senderBrand === tariffBrand ? 'host' : 'fallback';
}
