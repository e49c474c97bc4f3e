// A month is closed when its messages are final, at the latest three days after its end, and never changes again.
import { billingMonth } from '@volley/domain/money/budget.ts';
import { monthBounds } from '@volley/domain/money/budget-forecast.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeMonths } from '../../src/features/ledger/close-months.ts';
import { correctMonth, listCorrections } from '../../src/features/ledger/correct-month.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { changeCompany, monthRowsOf } from '../given/rows/companies.ts';
import { ledgerOf } from '../given/rows/ledger.ts';
import { type Given, given } from './engine-plan.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

let engine: Given;
beforeEach(async () => {
  engine = await given('FIXED');
});
afterEach(async () => {
  expect(await auditMoney(engine.api.platform)).toEqual([]);
  await engine.api.close();
});

const now = () => engine.api.platform.clock.now();
const thisMonth = () => billingMonth(now().getTime());
const close = () => closeMonths(engine.api.platform);

/** Seconds from now to the next first of a month in Moscow. */
const toMidnight = () => Math.ceil((monthBounds(now().getTime()).to.getTime() - now().getTime()) / 1_000);

/** Messages that are with the operator. */
async function givenSent(count: number): Promise<void> {
  const { steps } = engine;
  await steps.start(count);
  await steps.claim();
  await steps.begin(-1);
  await steps.submit(0, ['sent'], 'none');
  await steps.record(-2);
  await steps.record(-1);
}

const monthsOf = async () => {
  const rows = await monthRowsOf(engine.api, engine.companyId);
  return rows.map(({ month, reserved, spent, late, isClosed }) => [
    month,
    ...[reserved, spent, late].map((micros) => Number(micros) / 1e6),
    isClosed ? 'closed' : 'open',
  ]);
};

const lateRows = async () => (await ledgerOf(engine.api, engine.companyId)).filter(({ lateOf }) => lateOf !== null);

test('a month is closed an hour after its end when all its messages are final, and not before', async () => {
  const month = thisMonth();
  await givenSent(2);
  await engine.steps.receipt(0, 'delivered');
  await engine.steps.receipt(1, 'delivered');
  await engine.steps.pass(toMidnight() + HOUR - 10);
  await close();
  expect(await monthsOf()).toEqual([[month, 0, 6.4, 0, 'open']]);
  await engine.steps.pass(20);
  await close();
  expect(await monthsOf()).toEqual([[month, 0, 6.4, 0, 'closed']]);
});

test('a month waits at most three days for messages that are with an operator', async () => {
  const month = thisMonth();
  await givenSent(1);
  const openHours = [2 * HOUR, 2 * DAY, DAY - 2 * HOUR - 10];
  await engine.steps.sleep(toMidnight());
  for (const seconds of openHours) {
    await engine.steps.sleep(seconds);
    await close();
    expect(await monthsOf()).toEqual([[month, 3.2, 0, 0, 'open']]);
  }
  await engine.steps.sleep(20);
  await close();
  expect((await monthsOf())[0]).toEqual([month, 0, 0, 0, 'closed']);
});

test('a message that becomes final later is paid in the present month, outside the budget, and the entry names message and old month', async () => {
  const { api, companyId, steps } = engine;
  const month = thisMonth();
  await givenSent(2);
  await steps.sleep(toMidnight() + 3 * DAY + 10);
  await close();
  const present = thisMonth();
  await changeCompany(api, companyId, { budgetMicros: 1_000_000 });
  await steps.receipt(0, 'delivered');
  await steps.pass(1);
  expect(await monthsOf()).toEqual([
    [month, 0, 0, 0, 'closed'],
    [present, 0, 0, 6.4, 'open'],
  ]);
  const [first, second] = [...new Set(steps.submitted)].toSorted();
  const named = (await lateRows()).filter(({ kind }) => kind === 'settle');
  expect(named.toSorted((a, b) => ((a.messageId ?? '') < (b.messageId ?? '') ? -1 : 1))).toMatchObject([
    { month: present, lateOf: month, messageId: first, reserved: -3_200_000n, spent: 3_200_000n },
    { month: present, lateOf: month, messageId: second, reserved: -3_200_000n, spent: 3_200_000n },
  ]);
});

test('a correction of a closed month is a row of the present one, and the closed month cannot be changed', async () => {
  const { api, companyId, steps } = engine;
  const month = thisMonth();
  await givenSent(1);
  await steps.receipt(0, 'delivered');
  await steps.pass(toMidnight() + 2 * HOUR);
  await close();
  const present = thisMonth();
  const [messageId] = steps.submitted;
  const cause = { person: 'olga', reason: 'agreed discount' };
  const correct = (amountMicros: bigint) =>
    inTransaction(api.platform.db, (tx) => correctMonth(tx, { companyId, month, amountMicros, messageId }, cause));
  expect(await correct(-200_000n)).toEqual({ spentMicros: 3_000_000n, enteredIn: present });
  expect(await correct(-3_000_000n)).toEqual({ spentMicros: 0n, enteredIn: present });
  await expect(correct(-1n)).rejects.toThrow('below zero');
  expect(await monthsOf()).toEqual([
    [month, 0, 3.2, 0, 'closed'],
    [present, 0, 0, -3.2, 'open'],
  ]);
  const listed = await inTransaction(api.platform.db, (tx) => listCorrections(tx, companyId));
  expect(listed).toMatchObject([
    { month, enteredIn: present, messageId },
    { month, enteredIn: present, messageId },
  ]);
  await expect(
    inTransaction(api.platform.db, (tx) =>
      tx.query('update company_months set spent_micros = 0 where company_id = $1 and month = $2', [companyId, month]),
    ),
  ).rejects.toThrow('is closed');
});
