// A bot with many subscribers: a million with LONG=1. Uploads and the search for addresses do not slow down as the bot
// grows. LONG=1 prints the times.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAddresses } from '../../src/features/subscribers/find-addresses.ts';
import { read } from '../../src/platform/database/database.ts';
import { type Account, givenAccount } from '../given/account.ts';
import { type Api, givenApi } from '../given/api.ts';
import { FIRST_NUMBER, givenBot, linkOf } from '../given/bots.ts';

const isLong = process.env['LONG'] === '1';
const PER_CALL = 10_000;
const CALLS = isLong ? 100 : 2;
const BATCH = 100;

let api: Api;
let account: Account;
beforeAll(async () => {
  api = await givenApi({ moderation: 'manual' });
  account = await givenAccount(api);
});
afterAll(() => api.close());

const timed = async (work: () => Promise<void>) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('a bot gets its subscribers in calls of 10,000 and finds their addresses', { timeout: 900_000 }, async () => {
  const bot = await givenBot(api, account);
  const uploads: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const items = Array.from({ length: PER_CALL }, (_, at) => call * PER_CALL + at).map((n) =>
      linkOf(String(n + 1), n),
    );
    uploads.push(
      await timed(async () => expect((await bot.upload(items)).body).toMatchObject({ created: PER_CALL, items: [] })),
    );
  }
  const all = CALLS * PER_CALL;
  expect(await bot.counted()).toEqual({ counters: [all, 0, 0], rows: [all, 0, 0] });
  expect((await bot.list('per_page=1')).total).toBe(all);

  const searches: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    const numbers = Array.from({ length: BATCH }, (_, at) =>
      String(FIRST_NUMBER + ((round * 7_919 + at * 104_729) % all)),
    );
    const wanted = [{ ...bot.name, companyId: account.companyId, destinations: numbers }];
    searches.push(
      await timed(async () => {
        const [found] = await read(api.platform.db, (tx) => findAddresses(tx, wanted));
        expect(found?.size).toBe(new Set(numbers).size);
        for (const number of numbers) expect(found?.get(number)).toBe(String(Number(number) - FIRST_NUMBER + 1));
      }),
    );
  }
  if (!isLong) return;
  const half = CALLS / 2;
  expect(median(uploads.slice(half))).toBeLessThan(2 * median(uploads.slice(0, half)));
  const seconds = uploads.reduce((sum, ms) => sum + ms, 0) / 1_000;
  process.stdout.write(
    `${all} subscribers in ${seconds.toFixed(1)} s; ${BATCH} addresses in ${median(searches).toFixed(1)} ms\n`,
  );
});
