// Money in the partner console: the pages add up to the ledger.
import { billingMonth } from '@volley/domain/money/budget.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { givenCompany } from '../given/api.ts';
import { useSharedCell } from '../given/cell.ts';
import { numberAt } from '../given/http-client.ts';
import { givenAccount } from '../given/people/account.ts';
import { givenPartnerUser, type PartnerUser } from '../given/people/console.ts';
import { sms } from '../given/people/seller.ts';
import { forgetVolume, givenVolume } from '../given/rows/companies.ts';
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

const cell = useSharedCell();
let user: PartnerUser;
let companyId: number;
let dispatchId: number;

beforeAll(async () => {
  await cell().link('mts');
  user = await givenPartnerUser(cell());
  companyId = await givenCompany(cell(), user.token, { budget: 1_000 });
  await givenCompany(cell(), user.token);
  const name = { companyId, senderName: 'Shop', brand: 'MTS', channelType: 'SMS', commonType: 'COMMON' };
  const sender = await user.post('/partner/senders', { ...name, dateFrom: '2024-07-01T00:00:00Z' });
  const messages = [1, 2, 3].map((at) => ({ destination: `7916123000${at}` }));
  const senderIds = [numberAt(sender.body, 'id')];
  const draft = { companyId, name: 'July', senderIds, channelType: 'SMS', text: 'Hi', messages };
  dispatchId = numberAt((await user.post('/partner/dispatches', draft)).body, 'id');
  await user.post(`/partner/dispatches/${dispatchId}/start`);
  const account = await givenAccount(cell(), { balance: 500, company: { ...user, companyId } });
  await account.ask('POST', '/message', [sms()]);
  await until('nothing is reserved', async () => {
    const { sum } = await billing();
    return sum.reserved.value === 0 && sum.spent.value > 0 && (await operations('kind=spend')).items.length === 2;
  });
});

// The client has checked the replies against the contract.
const billing = async (query = '') => (await user.get(`/billing?${query}`)).body as Billing;
const operations = async (query = '') =>
  (await user.get(`/billing/operations?${query}`)).body as { total: number; items: readonly Operation[] };

test('the sum is that of the companies, the most expensive first', async () => {
  const { total, sum, items } = await billing();
  expect(total).toBe(2);
  expect(items[0]?.companyId).toBe(companyId);
  expect(items.reduce((all, { spending }) => all + spending.spent.value, 0)).toBeCloseTo(sum.spent.value, 6);
  expect(items[0]?.wallets).toEqual(sum.wallets);
  expect(sum.wallets[0]?.balance.value).toBeLessThan(500);
});

describe('operations', () => {
  test('add up to the spent, the reserved and the remaining money', async () => {
    const { sum } = await billing();
    const { items } = await operations();
    const total = (member: 'spent' | 'reserved' | 'wallet') => items.reduce((all, each) => all + each[member].value, 0);
    expect(total('spent')).toBeCloseTo(sum.spent.value, 6);
    expect(total('reserved')).toBeCloseTo(0, 6);
    expect(total('wallet')).toBeCloseTo(sum.wallets[0]?.balance.value ?? 0, 6);
  });

  test('of a dispatch are one row per day; single messages have no dispatch', async () => {
    const { items } = await operations('kind=spend');
    expect(items).toHaveLength(2);
    expect(items).toContainEqual(expect.objectContaining({ dispatchId, title: 'July', messages: 3 }));
    expect(items).toContainEqual(expect.objectContaining({ dispatchId: null, title: null, messages: 1 }));
  });

  test('are filtered by month and by company', async () => {
    expect((await operations('month=2020-01')).total).toBe(0);
    expect((await operations(`companyId=${companyId}&kind=wallet-top-up`)).items).toMatchObject([
      { wallet: { value: 500 } },
    ]);
  });

  test('are exported as a file', async () => {
    const { text } = await user.get('/billing/operations.csv?lang=en');
    expect(text.trim().split('\r\n')).toHaveLength(1 + (await operations()).total);
  });
});

test('tariffs show the current price and the next step', async () => {
  const month = billingMonth(Date.now());
  await givenVolume(cell(), companyId, { brand: 'BEELINE', month, model: 'SCALED', count: 48_760 });
  const { body } = await user.get(`/billing/tariffs?companyId=${companyId}`);
  // The audit after the test counts messages.
  await forgetVolume(cell(), companyId, 'BEELINE');
  const { tariffs, senderFees } = body as { tariffs: { id: number; positions: object[] }[]; senderFees: object[] };
  expect(tariffs.find(({ id }) => id === 33)?.positions).toMatchObject([
    { brand: 'BEELINE', count: 48_760, price: 2.9, next: { at: 50_001, more: 1_240, price: 2.65 } },
  ]);
  expect(tariffs.find(({ id }) => id === 1)?.positions).toEqual([]);
  expect(senderFees).toContainEqual({ brand: 'MTS', fee: { value: 3_200, currency: 'RUB' }, names: 0 });
});

test('billing is shown to roles that may see money, and only for their own partner', async () => {
  const developer = await givenPartnerUser(cell(), { role: 'developer', partner: user });
  expect((await developer.get('/billing')).status).toBe(403);
  const stranger = await givenPartnerUser(cell());
  expect((await stranger.get(`/billing?companyId=${companyId}`)).body).toMatchObject({ total: 0 });
  expect((await stranger.get(`/billing/operations?companyId=${companyId}`)).body).toMatchObject({ total: 0 });
  expect((await stranger.get(`/billing/tariffs?companyId=${companyId}`)).status).toBe(404);
});
