// The steps that move money, one by one and without workers: dispatches of one company under its own tariffs, whose
// messages a test submits, ends and stops.
import { billingMonth } from '@volley/domain/money/budget.ts';
import type { PriceStep, PricingModel } from '@volley/domain/money/tariff.ts';
import { BRAND_IDS } from '@volley/domain/numbers/brand.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { createPartner } from '../../src/features/access/create-partner.ts';
import { findDispatch, insertDispatch, markStarted } from '../../src/features/dispatches/dispatches.sql.ts';
import { reserveDispatch } from '../../src/features/dispatches/money/reserve-dispatch.ts';
import { acceptMessages } from '../../src/features/dispatches/recipients/accept-messages.ts';
import { type Move, moveSent, NO_HAND_OVER } from '../../src/features/messages/move-messages.sql.ts';
import { reservesOfMessages } from '../../src/features/queue/strands/metered-strands.sql.ts';
import { selectReservableStrands } from '../../src/features/queue/strands/strand-reserves.sql.ts';
import { applyMoves } from '../../src/features/settlement/apply-moves.ts';
import { transitionCreated } from '../../src/features/settlement/transition-created.ts';
import { findTariffs, type TariffVersion } from '../../src/features/tariffs/price-list.ts';
import { publishTariff } from '../../src/features/tariffs/publish-prices.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { changeCompany, insertCompany, monthsOf } from '../given/rows/companies.ts';
import { pricesOf } from '../given/rows/message-ends.ts';

const { SENT, DELIVERED, FAILED } = MESSAGE_STATUS_CODES;
export const BRANDS_BY_MODEL = {
  FIXED: BRAND_IDS.MTS,
  SCALED: BRAND_IDS.BEELINE,
  MAU: BRAND_IDS.MEGAFON,
} as const satisfies Record<PricingModel, number>;
export type Recipient = { readonly destination: number; readonly parts: number };
export type Steps = readonly (readonly [from: number, price: number, batch?: number])[];

export const stepsOf = (steps: Steps): PriceStep[] =>
  steps.map(([from, price, batch]) => ({
    from,
    priceMicros: BigInt(price),
    priceMauBatchMicros: batch === undefined ? null : BigInt(batch),
  }));

let partners = 0;

export async function givenPartner(platform: Platform): Promise<number> {
  partners += 1;
  const draft = { login: `books-${process.pid}-${partners}`, password: 'long enough', currency: 'RUB' };
  return (await createPartner(platform, draft)).partnerId;
}

/** A tariff to price by; it need not be in force, because its operator does not matter here. */
export function givenTariff(platform: Platform, pricingModel: PricingModel, steps: Steps): Promise<number> {
  const key = { priceListId: 1, senderType: 'PRO', currency: 'RUB', pricingModel } as const;
  return inTransaction(
    platform.db,
    async (tx) => (await publishTariff(tx, { ...key, prices: stepsOf(steps), effectiveFrom: nextInstant(tx.now) })).id,
  );
}

let instant = 0;
function nextInstant(now: Date): Date {
  instant += 1;
  return new Date(now.getTime() + 400 * 86_400_000 + instant);
}

export class Books {
  readonly #platform: Platform;
  readonly #partnerId: number;
  readonly companyId: number;

  private constructor(platform: Platform, partnerId: number, companyId: number) {
    this.#platform = platform;
    this.#partnerId = partnerId;
    this.companyId = companyId;
  }

  static async open(platform: Platform, partnerId: number, budgetMicros: bigint | null): Promise<Books> {
    return new Books(platform, partnerId, await insertCompany({ platform }, partnerId, budgetMicros));
  }

  async setBudget(budgetMicros: bigint | null): Promise<void> {
    await changeCompany(this.#place, this.companyId, { budgetMicros });
  }

  /** Creates and starts a dispatch; undefined if the budget refuses. `at` decides the month that pays. */
  async start(
    tariff: { id: number; model: PricingModel; partMicros: number },
    recipients: readonly Recipient[],
    at?: Date,
  ): Promise<{ id: number; messages: string[] } | undefined> {
    const created = await this.create(tariff, recipients);
    try {
      await this.begin(created.id, at);
      return created;
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  create(
    tariff: { id: number; model: PricingModel; partMicros: number },
    recipients: readonly Recipient[],
  ): Promise<{ id: number; messages: string[] }> {
    const { companyId } = this;
    return inTransaction(this.#platform.db, async (tx) => {
      const plain = { name: 'D', channelType: 'SMS', text: 'Hi', senderIds: [1], schedule: undefined };
      const owner = { companyId, partnerId: this.#partnerId, callbackEndpointId: null, callbackEvents: [] };
      const id = await insertDispatch(tx, { ...plain, ...owner });
      const brand = BRANDS_BY_MODEL[tariff.model];
      const strand = {
        senderId: 1,
        brand,
        timezone: '',
        trafficType: 'PROMO',
        lane: 2,
        tariffId: tariff.id,
        country: null,
      } as const;
      const accepted = recipients.map(({ destination, parts }) => ({
        destination: String(destination),
        senderId: 1,
        brandId: brand,
        country: 'RU',
        parts,
        amountMicros: BigInt(parts * tariff.partMicros),
        text: null,
        strand,
      }));
      const parts = accepted.reduce((sum, message) => sum + message.parts, 0);
      const target = { id, companyId, channelType: 'SMS', lastSeq: 0, currency: 'RUB', packagesMicros: 0n };
      const { messages } = await acceptMessages(
        tx,
        { ...target, packageEstimate: () => 0n },
        { accepted, rejected: [], parts, amountMicros: BigInt(parts * tariff.partMicros) },
      );
      return { id, messages: messages.map((message) => message.messageUuid) };
    });
  }

  begin(id: number, at?: Date): Promise<void> {
    return inTransaction(this.#platform.db, async (tx) => {
      const dispatch = await findDispatch(tx, this.#partnerId, id, true);
      if (dispatch === undefined) throw new Error(`the company has no dispatch ${id}`);
      const now = at ?? tx.now;
      const strands = await selectReservableStrands(tx, id);
      const tariffs = await findTariffs(
        tx,
        strands.map((strand) => strand.tariff_id),
      );
      const reserved = await reserveDispatch({ ...tx, now }, dispatch, {
        eligibleAt: () => now,
        tariffOf: ({ tariff_id: tariffId }) => tariffOf(tariffs, tariffId),
      });
      await markStarted(tx, id, { ...reserved, ended: dispatch.messages_total === 0 });
    });
  }

  /** The operator accepted these messages. */
  handOver(ids: readonly string[]): Promise<void> {
    return this.#leave(ids, (now) => ({ status: SENT, sentAt: now, finalAt: null, errorCode: null, charged: false }));
  }

  /** The operator refused these messages, or they were stopped before. */
  fail(ids: readonly string[]): Promise<void> {
    return this.#leave(ids, (now) => ({
      status: FAILED,
      sentAt: null,
      finalAt: now,
      errorCode: ERROR.stopped,
      charged: false,
    }));
  }

  /** Accepted and delivered in one transaction, as when the receipt arrives before the outcome. */
  deliverAtOnce(ids: readonly string[]): Promise<void> {
    return this.#leave(ids, (now) => ({
      status: DELIVERED,
      sentAt: now,
      finalAt: now,
      errorCode: null,
      charged: true,
    }));
  }

  /** Receipts; those of final messages change nothing. */
  async end(ids: readonly string[], charged: boolean): Promise<void> {
    if (ids.length === 0) return;
    await inTransaction(this.#platform.db, async (tx) => {
      const end = {
        sentAt: null,
        finalAt: tx.now,
        errorCode: charged ? null : ERROR.subscriberAbsent,
        charged,
        month: null,
      };
      const status = charged ? DELIVERED : FAILED;
      await applyMoves(
        tx,
        await moveSent(
          tx,
          ids.map((id) => ({ id, status, providerCode: null, ...end })),
        ),
      );
    });
  }

  async month(at: Date = new Date()): Promise<{ reserved: bigint; spent: bigint }> {
    const month = billingMonth(at.getTime());
    const found = (await monthsOf(this.#place, this.companyId)).find((row) => row.month === month);
    return { reserved: found?.reserved ?? 0n, spent: found?.spent ?? 0n };
  }

  /** In the order of the given ids. */
  async prices(ids: readonly string[]): Promise<{ price: bigint | null; packages: bigint | null }[]> {
    const rows = await pricesOf(this.#place, ids);
    const byId = new Map(rows.map(({ id, price, packages }) => [id, { price, packages }]));
    return ids.map((id) => byId.get(id) ?? { price: null, packages: null });
  }

  get #place() {
    return { platform: this.#platform };
  }

  async #leave(
    ids: readonly string[],
    moveAt: (now: Date) => Omit<Move, 'id' | 'month' | 'providerCode'>,
  ): Promise<void> {
    if (ids.length === 0) return;
    await inTransaction(
      this.#platform.db,
      async (tx) => {
        const reserves = await reservesOfMessages(tx, ids);
        const { moved, packages } = await transitionCreated(
          tx,
          ids.map((id) => {
            const month = reserves.get(id)?.month ?? null;
            return { id, ...moveAt(within(month, tx.now)), providerCode: null, month, ...NO_HAND_OVER };
          }),
          (id) => reserves.get(id)?.metering,
        );
        await applyMoves(tx, moved, packages);
      },
      'index',
    );
  }
}

/** Messages are sent in the month of their reserve. */
const within = (month: string | null, now: Date) =>
  month === null || month === billingMonth(now.getTime()) ? now : new Date(`${month}T12:00:00Z`);

function tariffOf(tariffs: ReadonlyMap<number, TariffVersion>, id: number): TariffVersion {
  const tariff = tariffs.get(id);
  if (tariff === undefined) throw new Error(`the company has no tariff ${id}`);
  return tariff;
}
