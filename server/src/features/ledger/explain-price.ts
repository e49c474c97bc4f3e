// Explains the price of a message from stored facts: the tariff version, the counter just before the message, the
// reserved, spent and released amounts. Nothing is recalculated.

import { stepAt } from '@volley/domain/money/tariff.ts';
import { must } from '@volley/domain/must.ts';
import { type Brand, brandOfId } from '@volley/domain/numbers/brand.ts';
import type { Actor, StaffActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { type MessageStatus, messageStatusOfCode } from '@volley/domain/sending/message-status.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findTariffs, type TariffVersion } from '../tariffs/price-list.ts';
import { findPricedMessage, type PricedMessageRow } from './explain-price.sql.ts';

export type PriceTrail = {
  readonly messageUuid: string;
  readonly dispatchId: number;
  readonly companyId: number;
  readonly status: MessageStatus;
  /** Operator of the tariff; undefined: unknown operator. */
  readonly operator: Brand | undefined;
  readonly parts: number;
  readonly tariff: TariffVersion;
  /** Month that is charged; null before the dispatch starts. */
  readonly month: string | null;
  /** Counter of the tariff's model just before the message; null under FIXED and before hand-over. */
  readonly volumeBefore: number | null;
  /** Price of one part; null when it is not known before hand-over. */
  readonly step: { readonly from: number; readonly priceMicros: bigint } | null;
  readonly packages: readonly { readonly from: number; readonly priceMicros: bigint }[];
  readonly reservedMicros: bigint;
  /** Without packages; null until the message is final. */
  readonly settledMicros: bigint | null;
  readonly releasedMicros: bigint | null;
  /** Settled and packages together. */
  readonly spentMicros: bigint;
};

/** Messages of another partner are not found. */
export async function explainPrice(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | StaffActor,
  messageUuid: string,
): Promise<PriceTrail> {
  return read(db, async (tx) => {
    const row = await findPricedMessage(tx, messageUuid, actor.kind === 'partner' ? actor.partnerId : null);
    const tariff = row === undefined ? undefined : (await findTariffs(tx, [row.tariff_id])).get(row.tariff_id);
    if (row === undefined || tariff === undefined) throw new Refusal('not-found', { kind: 'Message', id: messageUuid });
    return trailOf(messageUuid, row, tariff);
  });
}

function trailOf(messageUuid: string, row: PricedMessageRow, tariff: TariffVersion): PriceTrail {
  const settledMicros = row.price_micros;
  const isFixed = tariff.pricingModel === 'FIXED';
  const step = isFixed || row.volume_before !== null ? stepAt(tariff, row.volume_before ?? 0) : null;
  return {
    messageUuid,
    dispatchId: row.dispatch_id,
    companyId: row.company_id,
    status: must(messageStatusOfCode(row.status), `message status of code ${row.status}`),
    operator: brandOfId(row.brand),
    parts: row.parts,
    tariff,
    month: row.month,
    volumeBefore: row.volume_before,
    step: step === null ? null : { from: step.from, priceMicros: step.priceMicros },
    packages: packagesOf(row, tariff),
    reservedMicros: row.reserved_micros,
    settledMicros,
    releasedMicros: settledMicros === null ? null : row.reserved_micros - settledMicros,
    spentMicros: (settledMicros ?? 0n) + (row.package_micros ?? 0n),
  };
}

/** A message raises the counter by one, so it can only open the package of exactly that threshold. */
function packagesOf(row: PricedMessageRow, tariff: TariffVersion) {
  if (row.package_micros === null || row.volume_before === null) return [];
  const reached = row.volume_before + 1;
  return tariff.prices
    .filter((step) => Math.max(step.from, 1) === reached && (step.priceMauBatchMicros ?? 0n) > 0n)
    .map((step) => ({ from: step.from, priceMicros: step.priceMauBatchMicros ?? 0n }));
}
