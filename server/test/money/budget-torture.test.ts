// Many connections against one small budget, with settlements, releases and cut connections in between: not one
// micro-unit is committed beyond it. The test opens 24 connections and leaves the rest to the files beside it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { isDatabaseOutage, openDatabase } from '../../src/platform/database/database.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { type Api, givenApi } from '../given/api.ts';
import { cutBusyConnection } from '../given/rows/faults.ts';
import { highestReserve } from '../given/rows/ledger.ts';
import { until } from '../given/until.ts';
import { Books, givenPartner, givenTariff } from './books.ts';

const CONNECTIONS = 24;
const DISPATCHES = 128;
const LIVES = 192;
const BUDGET = 1_000_003n;

let api: Api;
let platform: Platform;
beforeAll(async () => {
  api = await givenApi({ databasePool: 2 });
  const { databaseUrl } = api.platform.config;
  platform = { ...api.platform, db: openDatabase(databaseUrl, { poolMax: CONNECTIONS, onIdleError: () => undefined }) };
});
afterAll(async () => {
  await platform.db.close();
  await api.close();
});

const ALL = Array.from({ length: CONNECTIONS });
const isCut = (error: unknown) => {
  if (!isDatabaseOutage(error)) throw error;
  return false;
};

const highestOf = (books: Books) => highestReserve({ platform }, books.companyId);

test('starts from many connections fill the budget to the last unit that fits and never exceed it', async () => {
  const partnerId = await givenPartner(platform);
  const books = await Books.open(platform, partnerId, BUDGET);
  const tariff = {
    id: await givenTariff(platform, 'FIXED', [[0, 20_000]]),
    model: 'FIXED',
    partMicros: 20_000,
  } as const;
  const one = [{ destination: 79_000_000_000, parts: 1 }];
  const created = await Promise.all(Array.from({ length: DISPATCHES }, () => books.create(tariff, one)));
  const started = await Promise.allSettled(created.map(({ id }) => books.begin(id)));
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  expect(await books.month()).toEqual({ reserved: 1_000_000n, spent: 0n });
  expect(await highestOf(books)).toEqual({ highest: 1_000_000n, over: 0n });
  expect(await auditMoney(platform)).toEqual([]);
});

test('starts beside settlements, releases, packages and cut connections never exceed the budget', async () => {
  const partnerId = await givenPartner(platform);
  const books = await Books.open(platform, partnerId, BUDGET);
  const fixed = {
    id: await givenTariff(platform, 'FIXED', [[0, 19_997]]),
    model: 'FIXED',
    partMicros: 19_997,
  } as const;
  const steps = [
    [0, 4_001, 100_000],
    [20, 2_003, 50_000],
  ] as const;
  const mau = { id: await givenTariff(platform, 'MAU', steps), model: 'MAU', partMicros: 4_001 } as const;
  const life = async (at: number) => {
    const recipients = Array.from({ length: 3 }, (_, of) => ({ destination: 79_000_000_000 + at * 2 + of, parts: 1 }));
    const dispatch = await books.start(at % 2 === 0 ? fixed : mau, recipients);
    const [first = '', ...rest] = dispatch?.messages ?? [];
    if (first === '') return;
    await books.handOver([first]);
    await Promise.all([books.end([first], at % 3 === 0), books.end([first], true), books.fail(rest)]);
  };
  let cut: Promise<unknown> = Promise.resolve();
  const cutter = setInterval(() => {
    cut = cutBusyConnection({ platform }).catch(() => undefined);
  }, 150);
  const ends = await Promise.allSettled(Array.from({ length: LIVES }, (_, at) => life(at)));
  clearInterval(cutter);
  await cut;
  // The last cut may hit a connection after its return to the pool, which notices it at the next statement.
  await until('the pool has no cut connection', () =>
    Promise.all(ALL.map(() => highestOf(books))).then(Boolean, isCut),
  );
  for (const end of ends) if (end.status === 'rejected') expect(isDatabaseOutage(end.reason)).toBe(true);
  const highest = await highestOf(books);
  expect(highest?.over).toBe(0n);
  expect(highest?.highest ?? 0n).toBeLessThanOrEqual(BUDGET);
  expect(await auditMoney(platform)).toEqual([]);
});
