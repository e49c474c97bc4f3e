import { billingMonth } from '@volley/domain/money/budget.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { correctMonth, listCorrections } from '../../src/features/ledger/correct-month.ts';
import { correctWallet, listWalletEntries, topUpWallet, walletBalance } from '../../src/features/ledger/wallets.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { inTransaction, type Tx } from '../../src/platform/database/database.ts';
import { type Api, givenApi } from '../given/api.ts';
import { Books, givenPartner, givenTariff } from './books.ts';

let api: Api;
let partnerId: number;
beforeAll(async () => {
  api = await givenApi({ databasePool: 16 });
  partnerId = await givenPartner(api.platform);
});
afterEach(async () => expect(await auditMoney(api.platform)).toEqual([]));
afterAll(() => api.close());

const cause = { person: 'olga', reason: 'invoice 17' };
const now = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(api.platform.db, work);
const open = (budget: bigint | null = null) => Books.open(api.platform, partnerId, budget);

describe('a wallet', () => {
  test('is the sum of its entries, which name the actor and the reason', async () => {
    const { companyId } = await open();
    const wallet = { companyId, currency: 'RUB' };
    await now((tx) => topUpWallet(tx, wallet, 5_000_000n, cause));
    await now((tx) => correctWallet(tx, wallet, -1_500_000n, { person: 'ivan', reason: 'typo' }));
    expect(await now((tx) => walletBalance(tx, companyId))).toEqual([
      { currency: 'RUB', balanceMicros: 3_500_000n, reservedMicros: 0n },
    ]);
    expect(await now((tx) => listWalletEntries(tx, companyId, { limit: 10, offset: 0 }))).toMatchObject([
      { kind: 'correct', balanceMicros: -1_500_000n, person: 'ivan', reason: 'typo' },
      { kind: 'top-up', balanceMicros: 5_000_000n, person: 'olga', reason: 'invoice 17' },
    ]);
  });

  test('never goes below zero, however many concurrent charges there are', async () => {
    const { companyId } = await open();
    const wallet = { companyId, currency: 'RUB' };
    await now((tx) => topUpWallet(tx, wallet, 5n, cause));
    const tries = Array.from({ length: 12 }, () => now((tx) => correctWallet(tx, wallet, -1n, cause)));
    const done = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled');
    expect(done).toHaveLength(5);
    expect(await now((tx) => walletBalance(tx, companyId))).toMatchObject([{ balanceMicros: 0n }]);
  });

  test.each([
    ['nothing', 0n, 'x'],
    ['a negative amount', -1n, 'x'],
    ['no reason', 1n, ''],
  ])('refuses a top-up of %s', async (_, amount, reason) => {
    const { companyId } = await open();
    const wallet = { companyId, currency: 'RUB' };
    await expect(now((tx) => topUpWallet(tx, wallet, amount, { person: 'olga', reason }))).rejects.toThrow(
      'Bad Request',
    );
    expect(await now((tx) => walletBalance(tx, companyId))).toEqual([]);
  });

  test('has entries that cannot be changed or removed', async () => {
    await expect(now((tx) => tx.query('update wallet_entries set reason = null'))).rejects.toThrow('append-only');
    await expect(now((tx) => tx.query('delete from ledger'))).rejects.toThrow('append-only');
  });
});

describe('a correction of a month', () => {
  const month = billingMonth(Date.now());

  test('changes the spent amount, and with it the free budget', async () => {
    const books = await open(400n);
    const tariff = {
      id: await givenTariff(api.platform, 'FIXED', [[0, 300]]),
      model: 'FIXED',
      partMicros: 300,
    } as const;
    const one = [{ destination: 79_000_000_000, parts: 1 }];
    const dispatch = await books.start(tariff, one);
    await books.deliverAtOnce(dispatch?.messages ?? []);
    expect(await books.start(tariff, one)).toBeUndefined();
    const correction = { companyId: books.companyId, month, amountMicros: -200n };
    expect(await now((tx) => correctMonth(tx, correction, cause))).toEqual({ spentMicros: 100n, enteredIn: month });
    expect(await books.start(tariff, one)).toBeDefined();
    expect(await now((tx) => listCorrections(tx, books.companyId))).toMatchObject([
      { month, amountMicros: -200n, person: 'olga', reason: 'invoice 17' },
    ]);
  });

  test('is refused below zero, for an invalid month and without a reason', async () => {
    const { companyId } = await open();
    const correct = (amountMicros: bigint, of: string, reason: string) =>
      now((tx) => correctMonth(tx, { companyId, month: of, amountMicros }, { person: 'olga', reason }));
    await expect(correct(-1n, month, 'x')).rejects.toThrow('below zero');
    await expect(correct(1n, '2026-11-02', 'x')).rejects.toThrow('first day');
    await expect(correct(1n, month, '')).rejects.toThrow('reason');
    await expect(correct(0n, month, 'x')).rejects.toThrow('zero');
  });
});
