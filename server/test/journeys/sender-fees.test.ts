import { billingMonth } from '@volley/domain/budget.ts';
import { monthAfter } from '@volley/domain/sender-validity.ts';
import { describe, expect, test } from 'vitest';
import { chargeSenderFees } from '../../src/features/senders/charge-fees.ts';
import { moderateSender, type SenderVerdict } from '../../src/features/senders/moderate-sender.ts';
import { inTransaction } from '../../src/platform/database.ts';
import { givenCompany, signUp } from '../given/api.ts';
import { useCell } from '../given/cell.ts';
import { numberAt } from '../given/http-client.ts';
import { until } from '../given/until.ts';

const cell = useCell({ settings: { moderation: 'manual' }, workers: ['clock'] });

const DAY = 86_400;
const judge = (id: number, verdict: SenderVerdict) =>
  inTransaction(cell().platform.db, (tx) => moderateSender(tx, id, verdict));
const presentMonth = () => billingMonth(cell().now().getTime());
const inDays = (days: number) => new Date(cell().now().getTime() + days * DAY * 1_000).toISOString();

type Charge = { month: string; value: number; currency: string; company: number };

async function givenName(plan: 'START' | 'PRO', dateFrom = '2024-07-01T00:00:00Z') {
  const { token } = await signUp(cell().platform, cell().call);
  const companyId = await givenCompany(cell(), token, { budget: 1 });
  const draft = { companyId, senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS', dateFrom };
  const id = numberAt((await cell().call('POST', '/senders', { token, body: draft })).body, 'id');
  await until('the request is complete', async () => {
    const rows = await cell().sql("select 1 from senders where id = $1 and status = 'PRE_REVIEW'", [id]);
    return rows.length === 1;
  });
  await judge(id, { kind: 'take' });
  await judge(id, { kind: 'forward', plan });
  await judge(id, { kind: 'accept' });
  const charges = () =>
    cell().sql<Charge>(
      `select month::text as month, value_micros::float8 / 1e6 as value, currency, company_id as company
       from sender_fee_charges where sender_id = $1 order by month`,
      [id],
    );
  const untilCharged = (months: readonly string[]) =>
    until(`charged for ${months.join(', ')}`, async () => {
      const found = (await charges()).map(({ month }) => month);
      return found.join() === months.join() && found;
    });
  const put = async (change: object) =>
    expect((await cell().call('PUT', `/senders/${id}`, { token, body: change })).status).toBe(200);
  return { id, token, companyId, charges, untilCharged, put };
}

function monthsFrom(first: string, count: number): string[] {
  const months = [first];
  while (months.length < count) months.push(monthAfter(months.at(-1) ?? first));
  return months;
}

describe('a paid name', () => {
  test('is charged for the month in which it is approved, in full, outside the budget for messages [sender-type.PRO.paid]', async () => {
    const name = await givenName('PRO');
    const month = presentMonth();
    await name.untilCharged([month]);
    expect(await name.charges()).toEqual([{ month, value: 3_200, currency: 'RUB', company: name.companyId }]);
    expect(await cell().sql('select 1 from company_months where company_id = $1', [name.companyId])).toEqual([]);
  });

  test('is charged once a month, however often and by however many clocks', async () => {
    const name = await givenName('PRO');
    const month = presentMonth();
    await Promise.all(Array.from({ length: 5 }, () => chargeSenderFees(cell().platform)));
    await cell().sql('update senders set fee_due_month = $2 where id = $1', [name.id, month]);
    await Promise.all(Array.from({ length: 5 }, () => chargeSenderFees(cell().platform)));
    await cell().settle();
    expect((await name.charges()).map((charge) => charge.month)).toEqual([month]);
  });

  test('is charged month by month when the clock jumps over several, suspended or not', async () => {
    const name = await givenName('PRO');
    const first = presentMonth();
    await name.untilCharged([first]);
    await cell().call('POST', `/senders/${name.id}/suspend`, { token: name.token });
    await cell().advance(100 * DAY);
    const months = monthsFrom(first, 12).filter((month) => month <= presentMonth());
    expect(months.length).toBeGreaterThanOrEqual(4);
    await name.untilCharged(months);
  });

  test('is charged to the month of its end, and no further', async () => {
    const name = await givenName('PRO');
    const first = presentMonth();
    await name.put({ dateTo: `${monthAfter(first).slice(0, 8)}10T00:00:00Z` });
    await cell().advance(150 * DAY);
    await name.untilCharged([first, monthAfter(first)]);
    const [row] = await cell().sql<{ status: string; due: string | null }>(
      'select status, fee_due_month as due from senders where id = $1',
      [name.id],
    );
    expect(row).toEqual({ status: 'CLOSED', due: null });
  });

  test('pays nothing for a month that begins with its end, in Moscow', async () => {
    const name = await givenName('PRO');
    const first = presentMonth();
    await name.put({ dateTo: `${monthAfter(first)}T00:00:00+03:00` });
    await cell().advance(70 * DAY);
    await until('the name is closed', async () => {
      const rows = await cell().sql(
        "select 1 from senders where id = $1 and status = 'CLOSED' and fee_due_month is null",
        [name.id],
      );
      return rows.length === 1;
    });
    expect((await name.charges()).map(({ month }) => month)).toEqual([first]);
  });

  test('that begins later is charged from the month in which it begins, even if no clock ran then', async () => {
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

test('a START name costs no fee', async () => {
  const name = await givenName('START');
  await cell().settle();
  expect(await name.charges()).toEqual([]);
});
