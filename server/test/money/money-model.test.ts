// Random histories of a company's money against a model of a few lines: starts, submits, refusals, receipts on time,
// late and repeated, stops, new months, new budgets, corrections. Both agree after every step.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { correctMonth } from '../../src/features/ledger/correct-month.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { type Api, givenApi } from '../given/api.ts';
import { Books, givenPartner, givenTariff, type Recipient, type Steps } from './books.ts';
import { BooksModel, type ModelTariff } from './books-model.ts';

const RUNS = 120;
const HANDS = 4;
const TARIFFS = [
  ['FIXED', [[0, 7]]],
  [
    'SCALED',
    [
      [0, 9],
      [2, 5],
      [4, 8],
      [5, 1],
    ],
  ],
  [
    'MAU',
    [
      [0, 4, 50],
      [2, 3, 40],
      [3, 6, 30],
      [5, 0],
    ],
  ],
  [
    'MAU',
    [
      [0, 2, 21],
      [4, 1, 13],
    ],
  ],
] as const satisfies readonly (readonly [ModelTariff['model'], Steps])[];

let api: Api;
let partnerId: number;
let tariffs: ModelTariff[];
beforeAll(async () => {
  api = await givenApi({ databasePool: 8 });
  partnerId = await givenPartner(api.platform);
  tariffs = [];
  for (const [model, steps] of TARIFFS)
    tariffs.push({ model, steps, id: await givenTariff(api.platform, model, steps) });
});
afterAll(() => api.close());

/** `ids` are the messages of the model, in its order. */
type Real = { readonly books: Books; readonly ids: string[] };
const instantOf = (month: number) => new Date(Date.UTC(2031, month, 15));

async function compare(model: BooksModel, { books }: Real): Promise<void> {
  for (let month = 0; month <= model.month; month += 1) {
    const expected = { reserved: BigInt(model.reserved(month)), spent: BigInt(model.spent(month)) };
    expect({ month, ...(await books.month(instantOf(month))) }).toEqual({ month, ...expected });
  }
}

class Step implements fc.AsyncCommand<BooksModel, Real> {
  readonly #name: string;
  readonly #act: (model: BooksModel, real: Real) => Promise<void>;

  constructor(name: string, act: (model: BooksModel, real: Real) => Promise<void>) {
    this.#name = name;
    this.#act = act;
  }
  check(): boolean {
    return true;
  }
  async run(model: BooksModel, real: Real): Promise<void> {
    await this.#act(model, real);
    await compare(model, real);
  }
  toString(): string {
    return this.#name;
  }
}

const recipients: fc.Arbitrary<Recipient[]> = fc.array(
  fc.record({
    destination: fc.integer({ min: 79_000_000_000, max: 79_000_000_006 }),
    parts: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 5 },
);

const start = fc.tuple(fc.nat({ max: TARIFFS.length - 1 }), recipients).map(
  ([at, list]) =>
    new Step(`start ${at} ${JSON.stringify(list)}`, async (model, { books, ids }) => {
      const tariff = tariffs[at];
      if (tariff === undefined) return;
      const fits = model.start(tariff, list);
      const partMicros = tariff.steps[0]?.[1] ?? 0;
      const dispatch = await books.start({ ...tariff, partMicros }, list, instantOf(model.month));
      expect(dispatch !== undefined).toBe(fits);
      ids.push(...(dispatch?.messages ?? []));
    }),
);

/** A random subset of all messages, in any status. */
const picks = fc.uniqueArray(fc.nat({ max: 30 }), { minLength: 1, maxLength: 6 });
type Act = (books: Books, ids: string[]) => Promise<void>;
const onMessages = (name: string, real: Act, ideal: (model: BooksModel, at: number) => void) =>
  picks.map(
    (wanted) =>
      new Step(`${name} ${wanted.join(' ')}`, async (model, { books, ids }) => {
        const chosen = [...new Set(wanted.map((at) => at % Math.max(ids.length, 1)))].filter((at) => at < ids.length);
        // Messages of one transaction are numbered in the order of their ids.
        chosen.sort((one, other) => one - other);
        for (const at of chosen) ideal(model, at);
        await real(
          books,
          chosen.map((at) => ids[at] ?? ''),
        );
      }),
  );
const at = (model: BooksModel, index: number) => {
  const message = model.messages[index];
  if (message === undefined) throw new Error(`the model has no message ${index}`);
  return message;
};

const handOver = onMessages(
  'hand over',
  (books, ids) => books.handOver(ids),
  (model, index) => model.handOver(at(model, index)),
);
const refuse = onMessages(
  'refuse',
  (books, ids) => books.fail(ids),
  (model, index) => model.fail(at(model, index)),
);
const deliverAtOnce = onMessages(
  'deliver at once',
  (books, ids) => books.deliverAtOnce(ids),
  (model, index) => {
    if (at(model, index).state !== 'created') return;
    model.handOver(at(model, index));
    model.end(at(model, index), true);
  },
);
const receipts = (charged: boolean) =>
  onMessages(
    charged ? 'delivered' : 'unsent',
    (books, ids) => books.end(ids, charged),
    (model, index) => model.end(at(model, index), charged),
  );

const stop = fc.nat({ max: 6 }).map(
  (pick) =>
    new Step(`stop ${pick}`, async (model, { books, ids }) => {
      const dispatch = pick % Math.max(model.dispatches, 1);
      const own = model.messages.flatMap((message, index) => (message.dispatch === dispatch ? [index] : []));
      for (const index of own) model.fail(at(model, index));
      await books.fail(own.map((index) => ids[index] ?? ''));
    }),
);
const nextMonth = fc.constant(null).map(
  () =>
    new Step('next month', async (model) => {
      model.month += 1;
    }),
);
const setBudget = fc.option(fc.nat({ max: 250 })).map(
  (budget) =>
    new Step(`budget ${budget}`, async (model, { books }) => {
      model.budget = budget ?? undefined;
      await books.setBudget(budget === null ? null : BigInt(budget));
    }),
);
const correct = fc.integer({ min: -40, max: 40 }).map(
  (amount) =>
    new Step(`correct ${amount}`, async (model, { books }) => {
      if (amount === 0 || model.spent(model.month) + amount < 0) return;
      model.corrections.set(model.month, (model.corrections.get(model.month) ?? 0) + amount);
      const month = `${instantOf(model.month).toISOString().slice(0, 7)}-01`;
      const correction = { companyId: books.companyId, month, amountMicros: BigInt(amount) };
      await inTransaction(api.platform.db, (tx) => correctMonth(tx, correction, { person: 'olga', reason: 'test' }));
    }),
);

const life = fc.commands(
  [
    start,
    start,
    start,
    handOver,
    handOver,
    handOver,
    refuse,
    deliverAtOnce,
    receipts(true),
    receipts(true),
    receipts(false),
    stop,
    nextMonth,
    setBudget,
    correct,
  ],
  { maxCommands: 16, size: 'max' },
);

describe.concurrent('the ledger under random histories', () => {
  test.each(Array.from({ length: HANDS }, (_, hand) => [hand]))(
    'agrees with the model (hand %d)',
    async () => {
      await fc.assert(
        fc.asyncProperty(life, async (steps) => {
          const books = await Books.open(api.platform, partnerId, null);
          await fc.asyncModelRun(() => ({ model: new BooksModel(), real: { books, ids: [] } }), steps);
        }),
        { numRuns: propertyRuns(RUNS / HANDS) },
      );
      expect(await auditMoney(api.platform)).toEqual([]);
    },
    3_600_000,
  );
});
