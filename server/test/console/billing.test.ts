// Money in the cabinet: the screens add up to what the ledger says.
import { beforeAll, describe, expect, test } from 'vitest';
import { givenAccount } from '../given/account.ts';
import { givenCompany } from '../given/api.ts';
import { useCell } from '../given/cell.ts';
import { type Cabinet, givenCabinet } from '../given/console.ts';
import { numberAt } from '../given/http-client.ts';
import { sms } from '../given/sending.ts';
import { until } from '../given/until.ts';

type Amount = { readonly value: number; readonly currency: string };
type Billing = {
  readonly total: number;
  readonly sum: { spent: Amount; reserved: Amount; forecast: Amount | null; wallets: { balance: Amount }[] };
  readonly items: readonly { companyId: number; spending: { spent: Amount }; wallets: { balance: Amount }[] }[];
};
type Operation = {
  readonly kind: string;
  readonly title: string | null;
  readonly dispatchId: number | null;
  readonly messages: number;
  readonly spent: Amount;
  readonly reserved: Amount;
  readonly wallet: Amount;
};

const cell = useCell();
let cabinet: Cabinet;
let companyId: number;
let dispatchId: number;

beforeAll(async () => {
  await cell().link('mts');
  cabinet = await givenCabinet(cell());
  companyId = await givenCompany(cell(), cabinet.token, { budget: 1_000 });
  await givenCompany(cell(), cabinet.token);
  const name = { companyId, senderName: 'Shop', brand: 'MTS', channelType: 'SMS', commonType: 'COMMON' };
  const sender = await cabinet.post('/partner/senders', { ...name, dateFrom: '2024-07-01T00:00:00Z' });
  const messages = [1, 2, 3].map((at) => ({ destination: `7916123000${at}` }));
  const senderIds = [numberAt(sender.body, 'id')];
  const draft = { companyId, name: 'July', senderIds, channelType: 'SMS', text: 'Hi', messages };
  dispatchId = numberAt((await cabinet.post('/partner/dispatches', draft)).body, 'id');
  await cabinet.post(`/partner/dispatches/${dispatchId}/start`);
  const account = await givenAccount(cell(), { balance: 500, company: { ...cabinet, companyId } });
  await account.ask('POST', '/message', [sms()]);
  await until('nothing is reserved', async () => {
    const { sum } = await billing();
    return sum.reserved.value === 0 && sum.spent.value > 0 && (await operations('kind=spend')).items.length === 2;
  });
});

// Replies of the console are held against the contract when they come.
const billing = async (query = '') => (await cabinet.get(`/billing?${query}`)).body as Billing;
const operations = async (query = '') =>
  (await cabinet.get(`/billing/operations?${query}`)).body as { total: number; items: readonly Operation[] };

test('the sum is that of the companies, dearest first', async () => {
  const { total, sum, items } = await billing();
  expect(total).toBe(2);
  expect(items[0]?.companyId).toBe(companyId);
  expect(items.reduce((all, { spending }) => all + spending.spent.value, 0)).toBeCloseTo(sum.spent.value, 6);
  expect(items[0]?.wallets).toEqual(sum.wallets);
  expect(sum.wallets[0]?.balance.value).toBeLessThan(500);
});

describe('operations', () => {
  test('add up to what is spent, reserved and left in the wallet', async () => {
    const { sum } = await billing();
    const { items } = await operations();
    const total = (member: 'spent' | 'reserved' | 'wallet') => items.reduce((all, each) => all + each[member].value, 0);
    expect(total('spent')).toBeCloseTo(sum.spent.value, 6);
    expect(total('reserved')).toBeCloseTo(0, 6);
    expect(total('wallet')).toBeCloseTo(sum.wallets[0]?.balance.value ?? 0, 6);
  });

  test('of a dispatch are one row a day; single messages are no dispatch to look at', async () => {
    const { items } = await operations('kind=spend');
    expect(items).toHaveLength(2);
    expect(items).toContainEqual(expect.objectContaining({ dispatchId, title: 'July', messages: 3 }));
    expect(items).toContainEqual(expect.objectContaining({ dispatchId: null, title: null, messages: 1 }));
  });

  test('are of one month, and of one company if asked', async () => {
    expect((await operations('month=2020-01')).total).toBe(0);
    expect((await operations(`companyId=${companyId}&kind=wallet-top-up`)).items).toMatchObject([
      { wallet: { value: 500 } },
    ]);
  });

  test('come as a file', async () => {
    const { text } = await cabinet.get('/billing/operations.csv?lang=en');
    expect(text.trim().split('\r\n')).toHaveLength(1 + (await operations()).total);
  });
});

test('tariffs say the price now and the next step', async () => {
  await cell().sql(
    `insert into volume_counters (company_id, brand, month, model, count)
     values ($1, 2, date_trunc('month', now() at time zone 'Europe/Moscow'), 'SCALED', 48760)`,
    [companyId],
  );
  const { body } = await cabinet.get(`/billing/tariffs?companyId=${companyId}`);
  // The audit after the test counts messages.
  await cell().sql('delete from volume_counters where company_id = $1 and brand = 2', [companyId]);
  const { tariffs, senderFees } = body as { tariffs: { id: number; positions: object[] }[]; senderFees: object[] };
  expect(tariffs.find(({ id }) => id === 33)?.positions).toMatchObject([
    { brand: 'BEELINE', count: 48_760, price: 2.9, next: { at: 50_001, more: 1_240, price: 2.65 } },
  ]);
  expect(tariffs.find(({ id }) => id === 1)?.positions).toEqual([]);
  expect(senderFees).toContainEqual({ brand: 'MTS', fee: { value: 3_200, currency: 'RUB' }, names: 0 });
});

test('is for those who may see money, and for one’s own', async () => {
  const developer = await givenCabinet(cell(), { role: 'developer', partner: cabinet });
  expect((await developer.get('/billing')).status).toBe(403);
  const stranger = await givenCabinet(cell());
  expect((await stranger.get(`/billing?companyId=${companyId}`)).body).toMatchObject({ total: 0 });
  expect((await stranger.get(`/billing/operations?companyId=${companyId}`)).body).toMatchObject({ total: 0 });
  expect((await stranger.get(`/billing/tariffs?companyId=${companyId}`)).status).toBe(404);
});
