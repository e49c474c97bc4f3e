// The estimate before a dispatch exists equals the price in the dispatch and the reserve at its start.
import { readFileSync } from 'node:fs';
import { billingMonth } from '@volley/domain/money/budget.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import type { Brand } from '@volley/domain/numbers/brand.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MessageGroup } from '../../src/features/dispatches/money/estimate-recipients.ts';
import { givenCompany } from '../given/api.ts';
import { givenPartnerUser } from '../given/people/console.ts';
import { accepted, from, people, type Recipient, TEXT, useEstimates } from '../given/people/estimates.ts';
import { changeCompany } from '../given/rows/companies.ts';

const { api, partner, givenMeteredTariffs, givenSender, summarize, estimated, created, priceOf, reservedOf, start } =
  useEstimates();
const LONG = 170;

describe('the estimate equals the price of the dispatch', () => {
  beforeAll(givenMeteredTariffs);

  const cases: readonly (readonly [string, { brands: readonly Brand[]; batches: () => Recipient[][] }])[] = [
    ['FIXED', { brands: ['MEGAFON'], batches: () => [people(3, 7)] }],
    [
      'SCALED with the most expensive step ahead',
      { brands: ['MTS'], batches: () => [people(1, 9), people(1, 15, LONG)] },
    ],
    ['MAU packages over batches', { brands: ['BEELINE'], batches: () => [people(2, 3), people(2, 3), people(2, 4)] }],
    ['a sender of another operator', { brands: ['MEGAFON'], batches: () => [[...people(1, 3), ...people(0, 2)]] }],
    [
      'all of them, with rejected recipients',
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
    const companyId = await givenCompany(api(), partner().token);
    const senderIds: number[] = [];
    for (const brand of brands) senderIds.push(await givenSender(companyId, brand));
    for (const scheduled of [false, true]) {
      const draft = { companyId, senderIds, channelType: 'SMS', text: TEXT, scheduled };
      const schedule = scheduled ? from(Date.now()) : undefined;
      const before = await reservedOf(companyId);
      const price = await estimated(draft, batches(), schedule);
      const id = await created(draft, batches(), schedule);
      expect(decimalFromMicros(price.totalMicros)).toBe(await priceOf(id));
      expect((await start(id)).status).toBe(200);
      expect((await reservedOf(companyId)) - before).toBe(price.reserveMicros);
    }
  });

  test('rejected recipients and recipients without a sender are counted by code and operator', async () => {
    const companyId = await givenCompany(api(), partner().token);
    await changeCompany(api(), companyId, { routing: 'strict' });
    const senderIds = [await givenSender(companyId, 'MTS')];
    const messages = [...people(1, 2), ...people(2, 3), ...people(4, 1), { destination: '12' }, { destination: '13' }];
    const found = await summarize({ companyId, senderIds, channelType: 'SMS', text: TEXT, messages });
    expect(found.groups).toMatchObject([{ brandId: 1, partsEach: 1, messages: 2 }]);
    expect(found.refused).toMatchObject([
      { errorCode: 457, count: 4, examples: [...people(2, 3), ...people(4, 1)].map(({ destination }) => destination) },
      { errorCode: 7401, count: 2, examples: ['12', '13'] },
    ]);
    expect(found.unserved).toEqual([
      { brandId: 2, count: 3 },
      { brandId: 4, count: 1 },
    ]);
  });

  test('the service counts the parts of the shared texts as the editor does', async () => {
    // The file of this repository has this shape.
    const all = JSON.parse(
      readFileSync(new URL('../../../domain/src/text/segmented-texts.json', import.meta.url), 'utf8'),
    ) as { text: string; parts: number }[];
    // A blank text has parts but is not sent.
    const texts = all.filter(({ text }) => text.trim() !== '');
    const companyId = await givenCompany(api(), partner().token);
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

  test('a budget that cannot hold the reserve is shown before the start would be refused', async () => {
    const companyId = await givenCompany(api(), partner().token, { budget: 100 });
    const senderIds = [await givenSender(companyId, 'BEELINE')];
    const draft = { companyId, senderIds, channelType: 'SMS', text: TEXT };
    const fitting = await estimated(draft, [people(2, 5)]);
    expect(fitting).toMatchObject({ fits: true, months: [{ limitMicros: 100_000_000n, reservedMicros: 0n }] });
    const tooMuch = await estimated(draft, [people(2, 12, LONG)]);
    expect(tooMuch.fits).toBe(false);
    expect((await start(await created(draft, [people(2, 12, LONG)]))).status).not.toBe(200);
    expect((await start(await created(draft, [people(2, 5)]))).status).toBe(200);
    expect(await reservedOf(companyId)).toBe(fitting.reserveMicros);
  });
});

describe('the console', () => {
  test('asks for names, counts, price and the draft of an earlier dispatch', async () => {
    const user = await givenPartnerUser(api(), { partner: partner() });
    const companyId = await givenCompany(api(), partner().token, { budget: 1_000 });
    const senderId = await givenSender(companyId, 'MEGAFON');
    const names = await user.get(`/names-to-send?companyId=${companyId}`);
    expect(names.body).toEqual({
      routing: 'fallback',
      senders: [{ id: senderId, senderName: 'Shop', channelType: 'SMS', brand: 'MEGAFON' }],
    });
    const draft = { companyId, senderIds: [senderId], channelType: 'SMS', text: TEXT };
    const counted = await user.post('/estimate', { ...draft, messages: people(3, 4) });
    const { groups } = accepted(counted) as { groups: MessageGroup[] }; // checked against the contract by the client
    const price = accepted(await user.post('/estimate/price', { companyId, groups }));
    const id = await created(draft, [people(3, 4)]);
    const total = { value: await priceOf(id), currency: 'RUB' };
    expect(price).toMatchObject({
      messages: 4,
      parts: 4,
      total,
      reserve: total,
      fits: true,
      months: [
        {
          month: billingMonth(Date.now()).slice(0, 7),
          reserve: total,
          budget: { limit: { value: 1_000 }, leftAfter: { value: 1_000 - total.value } },
        },
      ],
    });
    const wrong = groups.map((group) => ({ ...group, timezone: 'Mars/Base' }));
    expect((await user.post('/estimate/price', { companyId, groups: wrong })).status).toBe(400);
    expect((await user.get(`/drafts/${id}`)).body).toEqual({ ...draft, name: 'June', schedule: null });
    const reader = await givenPartnerUser(api(), { role: 'reader', partner: partner() });
    expect((await reader.post('/estimate', { ...draft, messages: people(3, 4) })).status).toBe(403);
  });
});
