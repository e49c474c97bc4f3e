// Why a message costs what it costs, from what was stored when it happened: the version of the tariff, the
// counter just before it, what was reserved, spent and released. Nothing is estimated anew.
import type { Actor, StaffActor } from '@volley/domain/actor.ts';
import { type Brand, brandOfId } from '@volley/domain/brand.ts';
import { type MessageStatus, messageStatusOfCode } from '@volley/domain/message-status.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { stepAt } from '@volley/domain/tariff.ts';
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findTariffs, type TariffVersion } from '../tariffs/price-list.ts';
import { findPricedMessage, type PricedMessageRow } from './explain-price.sql.ts';

export type PriceTrail = {
  readonly messageUuid: string;
  readonly dispatchId: number;
  readonly companyId: number;
  readonly status: MessageStatus;
  /** The operator whose tariff it is; undefined where none is known. */
  readonly operator: Brand | undefined;
  readonly parts: number;
  readonly tariff: TariffVersion;
  /** The month that pays; null before the dispatch starts. */
  readonly month: string | null;
  /** The counter of the tariff's model just before the message; null under FIXED and before hand-over. */
  readonly volumeBefore: number | null;
  /** Of one part; null where it is not known before hand-over. */
  readonly step: { readonly from: number; readonly priceMicros: bigint } | null;
  readonly packages: readonly { readonly from: number; readonly priceMicros: bigint }[];
  readonly reservedMicros: bigint;
  /** Without packages; null until the message is final. */
  readonly settledMicros: bigint | null;
  readonly releasedMicros: bigint | null;
  /** Settled and packages together. */
  readonly spentMicros: bigint;
};

/** A partner is told of its own messages only; others are not there. */
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
    status: messageStatusOfCode(row.status) ?? 'CREATED',
    operator: brandOfId(row.route),
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

/** A message raises the counter by one, so it opens the package of that very threshold. */
function packagesOf(row: PricedMessageRow, tariff: TariffVersion) {
  if (row.package_micros === null || row.volume_before === null) return [];
  const reached = row.volume_before + 1;
  return tariff.prices
    .filter((step) => Math.max(step.from, 1) === reached && (step.priceMauBatchMicros ?? 0n) > 0n)
    .map((step) => ({ from: step.from, priceMicros: step.priceMauBatchMicros ?? 0n }));
}
