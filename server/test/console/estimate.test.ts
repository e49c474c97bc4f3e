// The price that is shown before a dispatch exists is the price the dispatch then says, and its start then reserves.
import { readFileSync } from 'node:fs';
import type { Brand } from '@volley/domain/brand.ts';
import { decimalFromMicros } from '@volley/domain/money.ts';
import type { PricingModel, SenderType } from '@volley/domain/tariff.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type EstimateDraft,
  estimateRecipients,
  type MessageGroup,
  type RecipientSummary,
} from '../../src/features/dispatches/estimate-recipients.ts';
import { type Priced, priceGroups } from '../../src/features/dispatches/price-groups.ts';
import { publishTariff } from '../../src/features/tariffs/publish-prices.ts';
import { inTransaction, onBehalfOf } from '../../src/platform/database.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { givenCabinet } from '../given/console.ts';
import { numberAt, type Reply } from '../given/http-client.ts';

type Recipient = EstimateDraft['messages'][number];
type Steps = readonly (readonly [from: number, price: number, batch?: number])[];

let api: Api;
let token: string;
let partnerId: number;
let login: string;
let password: string;
beforeAll(async () => {
  api = await givenApi({ testMode: 'on' });
  ({ token, partnerId, login, password } = await api.givenPartner());
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
  return numberAt((await api.call('POST', '/senders', { token, body })).body, 'id');
}

/** The sandbox numbers of an operator; `length` characters beside the fixed ones. */
const people = (brandId: number, count: number, length = 4): Recipient[] =>
  Array.from({ length: count }, (_, at) => ({
    destination: `7000${brandId}0000${String(20 + at).padStart(2, '0')}`,
    substitutions: { name: 'n'.repeat(length) },
  }));

const actor = () => ({ kind: 'partner', partnerId, currency: 'RUB' }) as const;

async function summarize(draft: EstimateDraft): Promise<RecipientSummary> {
  return onBehalfOf(partnerId, undefined, () => estimateRecipients(api.platform, actor(), draft));
}

/** As a screen adds the answers up. */
async function estimated(draft: Omit<EstimateDraft, 'messages'>, batches: readonly Recipient[][]): Promise<Priced> {
  const groups = new Map<string, MessageGroup & { messages: number }>();
  for (const messages of batches)
    for (const { messages: count, ...group } of (await summarize({ ...draft, messages })).groups) {
      const key = JSON.stringify(group);
      const known = groups.get(key) ?? { ...group, messages: 0 };
      known.messages += count;
      groups.set(key, known);
    }
  return onBehalfOf(partnerId, undefined, () =>
    priceGroups(api.platform, actor(), draft.companyId, [...groups.values()]),
  );
}

async function created(draft: Omit<EstimateDraft, 'messages'>, batches: readonly Recipient[][]): Promise<number> {
  const [first, ...others] = batches;
  const { scheduled, ...members } = draft;
  const schedule = scheduled ? { startAt: '2027-01-01T00:00:00Z', hours: [10, 11], days: [1, 2] } : undefined;
  const body = { name: 'June', ...members, messages: first, ...(schedule && { schedule }) };
  const id = numberAt(accepted(await api.call('POST', '/dispatches', { token, body })), 'id');
  for (const messages of others)
    accepted(await api.call('POST', `/dispatches/${id}/messages`, { token, body: { messages } }));
  return id;
}

function accepted(reply: Reply): unknown {
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body;
}

const priceOf = async (id: number) =>
  numberAt(accepted(await api.call('GET', `/dispatches/${id}`, { token })), 'priceEstimate');

async function reservedOf(companyId: number): Promise<bigint> {
  const { rows } = await api.platform.db.pool.query<{ reserved: bigint }>(
    'select coalesce(sum(reserved_micros), 0)::bigint as reserved from company_months where company_id = $1',
    [companyId],
  );
  return BigInt(rows[0]?.reserved ?? 0n);
}

const start = (id: number) => api.call('POST', `/dispatches/${id}/start`, { token });

const TEXT = 'Hello {name}';
const LONG = 170;

describe('the estimate is the dispatch', () => {
  beforeAll(async () => {
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
  });

  const cases: readonly (readonly [string, { brands: readonly Brand[]; batches: () => Recipient[][] }])[] = [
    ['FIXED', { brands: ['MEGAFON'], batches: () => [people(3, 7)] }],
    ['SCALED, dearest step ahead', { brands: ['MTS'], batches: () => [people(1, 9), people(1, 15, LONG)] }],
    ['MAU packages over batches', { brands: ['BEELINE'], batches: () => [people(2, 3), people(2, 3), people(2, 4)] }],
    ['a sender of another operator', { brands: ['MEGAFON'], batches: () => [[...people(1, 3), ...people(0, 2)]] }],
    [
      'all of them, with refused ones',
      {
        brands: ['MTS', 'BEELINE', 'MEGAFON'],
        batches: () => [
          [...people(1, 5), ...people(2, 6, LONG), { destination: '12' }],
          [...people(4, 3), ...people(3, 2), { destination: '79161230001' }, { destination: '70001000008' }],
        ],
      },
    ],
  ];

  test.each(cases)('%s', async (_, { brands, batches }) => {
    const companyId = await givenCompany(api, token);
    const senderIds: number[] = [];
    for (const brand of brands) senderIds.push(await givenSender(companyId, brand));
    for (const scheduled of [false, true]) {
      const draft = { companyId, senderIds, channelType: 'SMS', text: TEXT, scheduled };
      const before = await reservedOf(companyId);
      const price = await estimated(draft, batches());
      const id = await created(draft, batches());
      expect(decimalFromMicros(price.totalMicros)).toBe(await priceOf(id));
      expect((await start(id)).status).toBe(200);
      expect((await reservedOf(companyId)) - before).toBe(price.reserveMicros);
    }
  });

  test('what is refused and whom no sender serves is counted by code and operator', async () => {
    const companyId = await givenCompany(api, token);
    await api.platform.db.pool.query(`update companies set routing = 'strict' where id = $1`, [companyId]);
    const senderIds = [await givenSender(companyId, 'MTS')];
    const messages = [...people(1, 2), ...people(2, 3), ...people(4, 1), { destination: '12' }, { destination: '13' }];
    const found = await summarize({ companyId, senderIds, channelType: 'SMS', text: TEXT, messages });
    expect(found.groups).toMatchObject([{ brandId: 1, partsEach: 1, messages: 2 }]);
    expect(found.refused).toEqual([
      { errorCode: 457, count: 4, examples: [...people(2, 3), ...people(4, 1)].map(({ destination }) => destination) },
      { errorCode: 7401, count: 2, examples: ['12', '13'] },
    ]);
    expect(found.unserved).toEqual([
      { brandId: 2, count: 3 },
      { brandId: 4, count: 1 },
    ]);
  });

  test('the service counts the parts of the shared texts as the editor does', async () => {
    // Written by us in this shape.
    const texts = JSON.parse(
      readFileSync(new URL('../../../domain/src/segmented-texts.json', import.meta.url), 'utf8'),
    ) as { text: string; parts: number }[];
    const companyId = await givenCompany(api, token);
    const senderIds = [await givenSender(companyId, 'MEGAFON')];
    const messages = texts.map(({ text: customText }) => ({ destination: '70003000050', customText }));
    const { groups } = await summarize({ companyId, senderIds, channelType: 'SMS', text: TEXT, messages });
    const counted = new Map(groups.map(({ partsEach, messages: count }) => [partsEach, count]));
    const listed = new Map(
      Array.from(
        Map.groupBy(texts, ({ parts }) => parts),
        ([parts, list]) => [parts, list.length],
      ),
    );
    expect(counted).toEqual(listed);
  });

  test('a budget that does not hold the reserve is told before the start that would be refused', async () => {
    const companyId = await givenCompany(api, token, { budget: 100 });
    const senderIds = [await givenSender(companyId, 'BEELINE')];
    const draft = { companyId, senderIds, channelType: 'SMS', text: TEXT };
    const fitting = await estimated(draft, [people(2, 5)]);
    expect(fitting).toMatchObject({ fits: true, budget: { limitMicros: 100_000_000n, reservedMicros: 0n } });
    const tooMuch = await estimated(draft, [people(2, 12, LONG)]);
    expect(tooMuch.fits).toBe(false);
    expect((await start(await created(draft, [people(2, 12, LONG)]))).status).not.toBe(200);
    expect((await start(await created(draft, [people(2, 5)]))).status).toBe(200);
    expect(await reservedOf(companyId)).toBe(fitting.reserveMicros);
  });
});

describe('through the console', () => {
  test('a wizard asks for names, counts, price and the draft of another dispatch', async () => {
    const cabinet = await givenCabinet(api, { partner: { partnerId, token, login, password } });
    const companyId = await givenCompany(api, token, { budget: 1_000 });
    const senderId = await givenSender(companyId, 'MEGAFON');
    const names = await cabinet.get(`/names-to-send?companyId=${companyId}`);
    expect(names.body).toEqual({
      routing: 'fallback',
      senders: [{ id: senderId, senderName: 'Shop', channelType: 'SMS', brand: 'MEGAFON' }],
    });
    const draft = { companyId, senderIds: [senderId], channelType: 'SMS', text: TEXT };
    const counted = await cabinet.post('/estimate', { ...draft, messages: people(3, 4) });
    const { groups } = accepted(counted) as { groups: MessageGroup[] }; // held against the contract
    const price = accepted(await cabinet.post('/estimate/price', { companyId, groups }));
    const id = await created(draft, [people(3, 4)]);
    const total = { value: await priceOf(id), currency: 'RUB' };
    expect(price).toMatchObject({
      messages: 4,
      parts: 4,
      total,
      reserve: total,
      fits: true,
      budget: { limit: { value: 1_000 }, leftAfter: { value: 1_000 - total.value } },
    });
    expect((await cabinet.get(`/drafts/${id}`)).body).toEqual({ ...draft, name: 'June', schedule: null });
    const reader = await givenCabinet(api, { role: 'reader', partner: { partnerId, token, login, password } });
    expect((await reader.post('/estimate', { ...draft, messages: people(3, 4) })).status).toBe(403);
  });
});
