// Estimates of a dispatch before it exists, as the console asks for them, and the dispatch itself.

import type { PricingModel, SenderType } from '@volley/domain/money/tariff.ts';
import type { Brand } from '@volley/domain/numbers/brand.ts';
import { afterAll, beforeAll } from 'vitest';
import {
  type EstimateDraft,
  estimateRecipients,
  type MessageGroup,
  type RecipientSummary,
} from '../../../src/features/dispatches/money/estimate-recipients.ts';
import { type Priced, type PriceQuestion, priceGroups } from '../../../src/features/dispatches/money/price-groups.ts';
import { publishTariff } from '../../../src/features/tariffs/publish-prices.ts';
import { inTransaction, onBehalfOf } from '../../../src/platform/database/database.ts';
import { type Api, givenApi } from '../api.ts';
import { numberAt, type Reply } from '../http-client.ts';

export type Recipient = EstimateDraft['messages'][number];
type Steps = readonly (readonly [from: number, price: number, batch?: number])[];
type Schedule = NonNullable<PriceQuestion['schedule']>;

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
export const DAYS = [1, 2, 3, 4, 5, 6, 7];
export const TEXT = 'Hello {name}';

/** Sandbox numbers of an operator; the text has `length` characters besides the fixed ones. */
export const people = (brandId: number, count: number, length = 4): Recipient[] =>
  Array.from({ length: count }, (_, at) => ({
    destination: `7000${brandId}0000${String(20 + at).padStart(2, '0')}`,
    substitutions: { name: 'n'.repeat(length) },
  }));

export const asWritten = ({ startAtMs, hours, days }: Schedule) => ({
  startAt: new Date(startAtMs).toISOString(),
  hours: [...hours],
  days: [...days],
});

/** Sends at any hour from this instant on. */
export const from = (startAtMs: number): Schedule => ({ startAtMs, hours: HOURS, days: DAYS });

export function accepted(reply: Reply): unknown {
  if (reply.status !== 200) throw new Error(`the estimate answered ${reply.status}: ${reply.text}`);
  return reply.body;
}

/** A partner with priced companies; starts and ends with the tests of a file. */
export function useEstimates() {
  let api: Api;
  let partner: Awaited<ReturnType<Api['givenPartner']>>;
  beforeAll(async () => {
    api = await givenApi({ testMode: true });
    partner = await api.givenPartner();
  });
  afterAll(() => api.close());

  async function givenTariff(
    key: { senderType: SenderType; brand: Brand; pricingModel: PricingModel },
    steps: Steps,
  ): Promise<void> {
    const prices = steps.map(([from, price, batch]) => ({
      from,
      priceMicros: BigInt(price),
      priceMauBatchMicros: batch === undefined ? null : BigInt(batch),
    }));
    await inTransaction(api.platform.db, (tx) =>
      publishTariff(tx, { ...key, priceListId: 1, currency: 'RUB', prices, effectiveFrom: tx.now }),
    );
  }

  async function givenSender(companyId: number, brand: Brand): Promise<number> {
    const body = {
      companyId,
      senderName: 'Shop',
      channelType: 'SMS',
      commonType: 'COMMON',
      brand,
      dateFrom: '2024-07-01T00:00:00Z',
    };
    return numberAt((await api.call('POST', '/senders', { token: partner.token, body })).body, 'id');
  }

  const actor = () => ({ kind: 'partner', partnerId: partner.partnerId, currency: 'RUB' }) as const;

  async function summarize(draft: EstimateDraft): Promise<RecipientSummary> {
    return onBehalfOf(partner.partnerId, undefined, () => estimateRecipients(api.platform, actor(), draft));
  }

  /** Sums the answers, as the console does. */
  async function estimated(
    draft: Omit<EstimateDraft, 'messages'>,
    batches: readonly Recipient[][],
    schedule?: Schedule,
  ): Promise<Priced> {
    const groups = new Map<string, MessageGroup & { messages: number }>();
    for (const messages of batches)
      for (const { messages: count, ...group } of (await summarize({ ...draft, messages })).groups) {
        const key = JSON.stringify(group);
        const known = groups.get(key) ?? { ...group, messages: 0 };
        known.messages += count;
        groups.set(key, known);
      }
    return onBehalfOf(partner.partnerId, undefined, () =>
      priceGroups(api.platform, actor(), { companyId: draft.companyId, groups: [...groups.values()], schedule }),
    );
  }

  async function created(
    draft: Omit<EstimateDraft, 'messages'>,
    batches: readonly Recipient[][],
    schedule?: Schedule,
  ): Promise<number> {
    const [first, ...others] = batches;
    const { scheduled: _, ...members } = draft;
    const body = { name: 'June', ...members, messages: first, ...(schedule && { schedule: asWritten(schedule) }) };
    const id = numberAt(accepted(await api.call('POST', '/dispatches', { token: partner.token, body })), 'id');
    for (const messages of others)
      accepted(await api.call('POST', `/dispatches/${id}/messages`, { token: partner.token, body: { messages } }));
    return id;
  }

  const priceOf = async (id: number) =>
    numberAt(accepted(await api.call('GET', `/dispatches/${id}`, { token: partner.token })), 'priceEstimate');

  async function reservedOf(companyId: number): Promise<bigint> {
    const { rows } = await api.platform.db.pool.query<{ reserved: bigint }>(
      'select coalesce(sum(reserved_micros), 0)::bigint as reserved from company_months where company_id = $1',
      [companyId],
    );
    return BigInt(rows[0]?.reserved ?? 0n);
  }

  const start = (id: number) => api.call('POST', `/dispatches/${id}/start`, { token: partner.token });

  /** MTS has volume prices, Beeline has packages. */
  async function givenMeteredTariffs(): Promise<void> {
    await givenTariff({ senderType: 'START', brand: 'MTS', pricingModel: 'SCALED' }, [
      [0, 3_010_000],
      [10, 2_500_001],
      [20, 4_200_000],
    ]);
    await givenTariff({ senderType: 'START', brand: 'BEELINE', pricingModel: 'MAU' }, [
      [0, 1_000_003, 50_000_000],
      [5, 900_000, 40_000_000],
      [100, 800_000, 30_000_000],
    ]);
  }

  return {
    api: () => api,
    partner: () => partner,
    actor,
    givenMeteredTariffs,
    givenSender,
    summarize,
    estimated,
    created,
    priceOf,
    reservedOf,
    start,
  };
}
