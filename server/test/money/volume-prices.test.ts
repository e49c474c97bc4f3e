// Prices that depend on volume, to the micro-unit: at the edges of the steps, in any order, and with concurrent claims
// of one step and one package.
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { type Api, givenApi } from '../given/api.ts';
import { Books, givenPartner, givenTariff, type Recipient } from './books.ts';

let api: Api;
let partnerId: number;
beforeAll(async () => {
  api = await givenApi({ databasePool: 20 });
  partnerId = await givenPartner(api.platform);
});
afterEach(async () => expect(await auditMoney(api.platform)).toEqual([]));
afterAll(() => api.close());

const to = (count: number, first = 79_000_000_000, parts = 1): Recipient[] =>
  Array.from({ length: count }, (_, at) => ({ destination: first + at, parts }));
const open = (budgetMicros: bigint | null = null) => Books.open(api.platform, partnerId, budgetMicros);
const scaledTariff = async () =>
  ({
    id: await givenTariff(api.platform, 'SCALED', [
      [0, 300],
      [4, 200],
      [6, 100],
    ]),
    model: 'SCALED',
    partMicros: 300,
  }) as const;
const mauTariff = async () =>
  ({
    id: await givenTariff(api.platform, 'MAU', [
      [0, 10, 5_000],
      [4, 5, 4_000],
      [6, 1],
    ]),
    model: 'MAU',
    partMicros: 10,
  }) as const;

async function started(
  books: Books,
  tariff: Awaited<ReturnType<typeof scaledTariff | typeof mauTariff>>,
  recipients: Recipient[],
) {
  const dispatch = await books.start(tariff, recipients);
  if (dispatch === undefined) throw new Error('the budget refused the dispatch');
  return dispatch;
}

describe('SCALED', () => {
  covers('pricing.SCALED.by-message-count', 'pricing.SCALED.from-is-message-count');
  test('charges each message the step at the count before it: from − 1, from, from + 1', async () => {
    const books = await open();
    const { messages } = await started(books, await scaledTariff(), to(8, 79_000_000_000, 2));
    expect(await books.month()).toEqual({ reserved: 8n * 600n, spent: 0n });
    await books.handOver(messages.slice(0, 3));
    await books.handOver(messages.slice(3));
    await books.end(messages, true);
    expect((await books.prices(messages)).map(({ price }) => price)).toEqual(
      [600, 600, 600, 600, 400, 400, 200, 200].map(BigInt),
    );
    expect(await books.month()).toEqual({ reserved: 0n, spent: 3_600n });
  });

  test('does not count refused messages, and counts accepted ones whatever their outcome', async () => {
    const books = await open();
    const { messages } = await started(books, await scaledTariff(), to(7));
    await books.fail(messages.slice(0, 1));
    await books.handOver(messages.slice(1, 5));
    await books.end(messages.slice(1, 5), false);
    await books.deliverAtOnce(messages.slice(5));
    expect((await books.prices(messages)).map(({ price }) => price)).toEqual([0, 0, 0, 0, 0, 200, 200].map(BigInt));
  });

  test('reserves the current step for a dispatch started later, not the first step', async () => {
    const books = await open(1_000n);
    const tariff = await scaledTariff();
    const first = await started(books, await scaledTariff(), to(3));
    await books.deliverAtOnce(first.messages);
    expect(await books.start(tariff, to(1))).toBeUndefined();
    await books.setBudget(1_200n);
    await books.deliverAtOnce((await started(books, tariff, to(1))).messages);
    await books.setBudget(1_400n);
    await books.deliverAtOnce((await started(books, tariff, to(1))).messages);
    expect(await books.month()).toEqual({ reserved: 0n, spent: 1_400n });
  });
});

describe('MAU', () => {
  covers('pricing.MAU.from-is-unique-recipients', 'pricing.priceMauBatch.per-package');
  test('charges a package to the message with which the distinct recipients reach its threshold', async () => {
    const books = await open();
    const { messages } = await started(books, await mauTariff(), to(7));
    expect(await books.month()).toEqual({ reserved: 9_070n, spent: 0n });
    for (const message of messages) await books.handOver([message]);
    await books.end(messages, true);
    expect(await books.prices(messages)).toEqual([
      { price: 10n, packages: 5_000n },
      { price: 10n, packages: null },
      { price: 10n, packages: null },
      { price: 10n, packages: 4_000n },
      { price: 5n, packages: null },
      { price: 5n, packages: null },
      { price: 1n, packages: null },
    ]);
    expect(await books.month()).toEqual({ reserved: 0n, spent: 9_051n });
  });

  covers('pricing.MAU.by-unique-recipients');
  test('counts a recipient once per month, also twice in one transaction', async () => {
    const books = await open();
    const tariff = await mauTariff();
    const { messages } = await started(books, tariff, [...to(2), ...to(2)]);
    await books.handOver(messages);
    const again = await started(books, tariff, to(3));
    await books.handOver(again.messages);
    await books.end([...messages, ...again.messages], true);
    expect(await books.month()).toEqual({ reserved: 0n, spent: 5_070n });
  });

  test('releases the reserve of a package as soon as it cannot be opened', async () => {
    const books = await open();
    const { messages } = await started(books, await mauTariff(), to(5));
    expect(await books.month()).toEqual({ reserved: 9_050n, spent: 0n });
    await books.fail(messages.slice(0, 2));
    expect(await books.month()).toEqual({ reserved: 5_030n, spent: 0n });
    await books.handOver(messages.slice(2, 3));
    expect(await books.month()).toEqual({ reserved: 30n, spent: 5_000n });
    await books.fail(messages.slice(3));
    await books.end(messages.slice(2, 3), false);
    expect(await books.month()).toEqual({ reserved: 0n, spent: 5_000n });
  });

  test('lets a small dispatch open the package that a large one reserved', async () => {
    const books = await open(9_080n);
    const tariff = await mauTariff();
    const small = await started(books, tariff, to(1));
    const large = await started(books, tariff, to(5, 79_000_000_100));
    expect(await books.month()).toEqual({ reserved: 9_060n, spent: 0n });
    await books.handOver(large.messages.slice(0, 3));
    await books.handOver(small.messages);
    expect((await books.prices(small.messages))[0]).toEqual({ price: null, packages: 4_000n });
    await books.handOver(large.messages.slice(3));
    await books.end([...small.messages, ...large.messages], true);
    expect(await books.month()).toEqual({ reserved: 0n, spent: 9_050n });
  });

  test('shares the counter between two tariffs of one operator, and reserves the packages of each', async () => {
    const books = await open();
    const one = await started(books, await mauTariff(), to(3));
    const other = await started(books, await mauTariff(), to(3, 79_000_000_100));
    await Promise.all([books.handOver(one.messages), books.handOver(other.messages)]);
    await books.end([...one.messages, ...other.messages], true);
    expect(await books.month()).toEqual({ reserved: 0n, spent: 9_050n });
  });
});

describe('concurrent and reordered outcomes', () => {
  test.each(['SCALED', 'MAU'] as const)('give the same total of %s in any order', async (model) => {
    const tariff = model === 'SCALED' ? await scaledTariff() : await mauTariff();
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 });
    await fc.assert(
      fc.asyncProperty(order, fc.integer({ min: 1, max: 8 }), async (positions, portion) => {
        const books = await open();
        const { messages } = await started(books, tariff, to(8));
        const ordered = positions.map((at) => messages[at] ?? '');
        for (let at = 0; at < ordered.length; at += portion) await books.handOver(ordered.slice(at, at + portion));
        await books.end(ordered, true);
        expect(await books.month()).toEqual({ reserved: 0n, spent: model === 'SCALED' ? 1_800n : 9_052n });
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  test('charge each position and each package once when dispatches race', async () => {
    for (const tariff of [await scaledTariff(), await mauTariff()]) {
      const books = await open();
      const dispatches = await Promise.all(
        Array.from({ length: 8 }, (_, at) => started(books, tariff, to(2, 79_000_000_000 + at * 10))),
      );
      const all = dispatches.flatMap(({ messages }) => messages);
      await Promise.all(all.map((id) => books.handOver([id])));
      // Every outcome arrives twice.
      await Promise.all(all.map((id) => books.handOver([id])));
      await Promise.all(all.map((id) => books.end([id], true)));
      const spent = tariff.model === 'SCALED' ? 4n * 300n + 2n * 200n + 10n * 100n : 9_000n + 40n + 10n + 10n;
      expect(await books.month()).toEqual({ reserved: 0n, spent });
    }
  });
});
