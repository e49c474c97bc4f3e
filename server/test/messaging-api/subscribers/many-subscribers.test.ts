// A bot with many subscribers, and an app with many devices: a million with LONG=1. Uploads and the search for
// addresses do not slow down as the bot grows. LONG=1 prints the times.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSources } from '../../../../tools/rules/source-files.ts';
import { statementsOf } from '../../../../tools/sql/statements.ts';
import { findAddresses } from '../../../src/features/subscribers/find-addresses.ts';
import { inTransaction, read } from '../../../src/platform/database/database.ts';
import { type Api, givenApi } from '../../given/api.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { FIRST_NUMBER, givenBot, linkOf } from '../../given/people/bots.ts';

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

/** The generic plan, which the prepared statement of the connectors gets. */
async function planOfSearch(): Promise<string> {
  const [file] = readSources(['addresses.sql.ts'], ['server/src/features/subscribers']);
  const statements = file === undefined ? [] : await statementsOf(file);
  const text = statements.find((one) => one.text?.includes('u.place'))?.text ?? '';
  return inTransaction(api.platform.db, async (tx) => {
    await tx.query('set local plan_cache_mode = force_generic_plan');
    await tx.query(`prepare search as ${text}`);
    const rows = await tx.query<Record<string, string>>(
      "explain execute search('{0}', '{1}', '{TELEGRAM}', '{x}', '{79160000000}')",
    );
    await tx.query('deallocate search');
    return rows.flatMap((row) => Object.values(row)).join('\n');
  });
}

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

  const plan = await planOfSearch();
  expect(plan).toContain('subscribers_by_number');
  expect(plan).not.toMatch(/Seq Scan on subscribers/);
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

test('an app gets devices in calls of 10,000, ten per number, and the newest ten of a number stay', async () => {
  const app = await givenBot(api, account, 'PUSH');
  const uploads: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const items = Array.from({ length: PER_CALL }, (_, at) => call * PER_CALL + at).map((n) => ({
      ...linkOf(`token-${n}`, Math.floor(n / 10)),
      provider: 'FCM',
    }));
    uploads.push(await timed(async () => expect((await app.upload(items)).body).toMatchObject({ created: PER_CALL })));
  }
  const all = CALLS * PER_CALL;
  expect(await app.counted()).toEqual({ counters: [all, 0, 0], rows: [all, 0, 0] });
  const again = Array.from({ length: PER_CALL }, (_, n) => ({
    ...linkOf(`next-${n}`, n % (all / 10)),
    provider: 'HMS',
  }));
  expect((await app.upload(again)).body).toMatchObject({ created: PER_CALL });
  expect(await app.counted()).toEqual({ counters: [all, 0, 0], rows: [all, 0, 0] });
  const { items } = await app.list(`destination=${FIRST_NUMBER}`);
  expect(items).toHaveLength(10);
  expect(items.filter(({ provider }) => provider === 'HMS')).toHaveLength(
    Math.min(10, Math.ceil((PER_CALL * 10) / all)),
  );
  if (!isLong) return;
  const half = CALLS / 2;
  expect(median(uploads.slice(half))).toBeLessThan(2 * median(uploads.slice(0, half)));
  process.stdout.write(`${all} devices; a call of ${PER_CALL} in ${median(uploads).toFixed(0)} ms\n`);
}, 900_000);
