import { billingMonth } from '@volley/domain/money/budget.ts';
import { monthAfter } from '@volley/domain/senders/sender-validity.ts';
import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { chargeSenderFees } from '../../../src/features/senders/charge-fees.ts';
import { moderateSender, type SenderVerdict } from '../../../src/features/senders/moderate-sender.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { givenCompany, signUp } from '../../given/api.ts';
import { useCell } from '../../given/cell.ts';
import { numberAt } from '../../given/http-client.ts';
import { monthsOf } from '../../given/rows/companies.ts';
import { changeSender, feeChargesOf, feeStateOf } from '../../given/rows/senders.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ settings: { moderation: 'manual' }, workers: ['clock'] });

const DAY = 86_400;
const judge = (id: number, verdict: SenderVerdict) =>
  inTransaction(cell().platform.db, (tx) => moderateSender(tx, id, verdict));
const presentMonth = () => billingMonth(cell().now().getTime());
const inDays = (days: number) => new Date(cell().now().getTime() + days * DAY * 1_000).toISOString();

async function givenName(plan: 'START' | 'PRO', dateFrom = '2024-07-01T00:00:00Z') {
  const { token } = await signUp(cell().platform, cell().call);
  const companyId = await givenCompany(cell(), token, { budget: 1 });
  const draft = { companyId, senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS', dateFrom };
  const id = numberAt((await cell().call('POST', '/senders', { token, body: draft })).body, 'id');
  await until('the request is complete', async () => (await feeStateOf(cell(), id)).status === 'PRE_REVIEW');
  await judge(id, { kind: 'take' });
  await judge(id, { kind: 'forward', plan });
  await judge(id, { kind: 'accept' });
  const charges = () => feeChargesOf(cell(), id);
  const untilCharged = (months: readonly string[]) =>
    until(`the name is charged for ${months.join(', ')}`, async () => {
      const found = (await charges()).map(({ month }) => month);
      return found.join() === months.join() && found;
    });
  /** A name that was charged before it was closed is checked again in the month after. */
  const untilClosed = async () => {
    await until('the name is closed', async () => (await feeStateOf(cell(), id)).status === 'CLOSED');
    await cell().advance(31 * DAY);
    await until('the closed name owes nothing', async () => (await feeStateOf(cell(), id)).feeDueMonth === null);
  };
  const put = async (change: object) =>
    expect((await cell().call('PUT', `/senders/${id}`, { token, body: change })).status).toBe(200);
  return { id, token, companyId, charges, untilCharged, untilClosed, put };
}

function monthsFrom(first: string, count: number): string[] {
  const months = [first];
  while (months.length < count) months.push(monthAfter(months.at(-1) ?? first));
  return months;
}

describe('a paid name', () => {
  covers('sender-type.PRO.paid');
  test('is charged in full for the month of its approval, outside the budget for messages', async () => {
    const name = await givenName('PRO');
    const month = presentMonth();
    await name.untilCharged([month]);
    expect(await name.charges()).toEqual([{ month, value: 3_200, currency: 'RUB', company: name.companyId }]);
    expect(await monthsOf(cell(), name.companyId)).toEqual([]);
  });

  test('is charged once per month, however often and by however many sweepers', async () => {
    const name = await givenName('PRO');
    const month = presentMonth();
    await Promise.all(Array.from({ length: 5 }, () => chargeSenderFees(cell().platform)));
    await changeSender(cell(), name.id, { feeDueMonth: month });
    await Promise.all(Array.from({ length: 5 }, () => chargeSenderFees(cell().platform)));
    await cell().settle();
    expect((await name.charges()).map((charge) => charge.month)).toEqual([month]);
  });

  test('is charged month by month when time jumps over several months, suspended or not', async () => {
    const name = await givenName('PRO');
    const first = presentMonth();
    await name.untilCharged([first]);
    await cell().call('POST', `/senders/${name.id}/suspend`, { token: name.token });
    await cell().advance(100 * DAY);
    const months = monthsFrom(first, 12).filter((month) => month <= presentMonth());
    expect(months.length).toBeGreaterThanOrEqual(4);
    await name.untilCharged(months);
  });

  test('is charged up to the month of its end', async () => {
    const name = await givenName('PRO');
    const first = presentMonth();
    await name.put({ dateTo: `${monthAfter(first).slice(0, 8)}10T00:00:00Z` });
    await cell().advance(150 * DAY);
    await name.untilCharged([first, monthAfter(first)]);
    await name.untilClosed();
    expect((await name.charges()).map(({ month }) => month)).toEqual([first, monthAfter(first)]);
  });

  test('pays nothing for a month that begins with its end, in Moscow time', async () => {
    const name = await givenName('PRO');
    const first = presentMonth();
    await name.put({ dateTo: `${monthAfter(first)}T00:00:00+03:00` });
    await cell().advance(70 * DAY);
    await name.untilClosed();
    expect((await name.charges()).map(({ month }) => month)).toEqual([first]);
  });

  test('that begins later is charged from the month of its begin, even if no sweeper ran then', async () => {
    const dateFrom = inDays(40);
    const name = await givenName('PRO', dateFrom);
    await cell().settle();
    expect(await name.charges()).toEqual([]);
    await name.put({ dateTo: inDays(41) });
    await cell().advance(120 * DAY);
    await name.untilCharged(
      monthsFrom(billingMonth(Date.parse(dateFrom)), 2).filter(
        (month) => month <= billingMonth(Date.parse(dateFrom) + DAY * 1_000 - 1),
      ),
    );
  });

  test('that is denied pays its last month', async () => {
    const name = await givenName('PRO');
    const first = presentMonth();
    await judge(name.id, { kind: 'deny' });
    await name.untilCharged([first]);
    await cell().advance(40 * DAY);
    await cell().settle();
    expect(await name.charges()).toHaveLength(1);
  });
});

test('a START name has no fee', async () => {
  const name = await givenName('START');
  await cell().settle();
  expect(await name.charges()).toEqual([]);
});
