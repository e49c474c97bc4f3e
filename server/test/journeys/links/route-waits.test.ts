// Messages that wait because every open link costs more than the account pays: both APIs and the console say so, with
// the type that decides, and the company chooses how long they wait.
import type * as contract from '@volley/contract/console/messages.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { beforeAll, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { type Console, givenPartnerUser } from '../../given/people/console.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { priceLink } from '../../given/providers/costs.ts';
import { countWithError } from '../../given/rows/message-ends.ts';
import { until } from '../../given/until.ts';

type Card = ReplyOf<typeof contract.getMessage>;

const BALANCE = 1_000_000;
const WAIT_SECONDS = 600;
/** More than one portion of the sweeper. */
const MANY = 5_050;

const cell = useCell({ settings: { moderation: 'auto' } });
let seller: Seller;
let user: Console;

beforeAll(async () => {
  await cell().channel('VIBER', { ratePerSecond: 400 });
  await priceLink(cell(), await givenStaff(cell(), 'admin'), 'viber', [{ price: { value: 1_000, currency: 'RUB' } }]);
  seller = await givenSeller(cell(), { brands: [], balance: BALANCE });
  const senderNameId = await registerName(cell(), seller, { channelType: 'VIBER' });
  const template = { templateName: 'Order', channelType: 'VIBER', templateType: 'SERVICE', pattern: 'Order %d' };
  const dates = { senderNameId, dateFrom: '2024-07-01T00:00:00Z' };
  expect((await seller.ask('POST', '/templates', { ...template, ...dates }, 'SYSTEM')).status).toBe(201);
  const { partnerId, token } = seller;
  user = await givenPartnerUser(cell(), { role: 'admin', partner: { partnerId, token, login: '', password: '' } });
});

const viber = (change: object = {}) => ({ channelType: 'VIBER', ...change });
const put = (routeWaits: object) =>
  cell().call('PUT', `/company/${seller.companyId}`, { token: seller.token, body: { routeWaits } });
const shown = async () => (await cell().call('GET', `/company/${seller.companyId}`, { token: seller.token })).body;

const untilWaiting = (uuid: string) =>
  until(`message ${uuid} waits for a route`, async () => (await seller.message(uuid))['waitsFor'] === 'route');

async function cardOf(uuid: string): Promise<Card> {
  const reply = await user.get(`/messages/${uuid}`);
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.body as Card; // checked against the contract by the client
}

covers('messaging.object.derivedTrafficType', 'messaging.object.waitsFor');
test('a claimed code without a template is shown as advertising that waits for a route', async () => {
  const uuid = await seller.sendOne(viber({ trafficType: 'AUTHORIZE' }));
  await untilWaiting(uuid);
  expect(await seller.message(uuid)).toMatchObject({
    status: 'sending',
    trafficType: 'AUTHORIZE',
    derivedTrafficType: 'PROMO',
    waitsFor: 'route',
  });
  const { routeWait, reason, raw } = await cardOf(uuid);
  expect(reason).toMatchObject({ trafficType: 'PROMO', claimedTrafficType: 'AUTHORIZE', templateId: null });
  expect(Date.parse(routeWait?.endsAt ?? '') - Date.parse(routeWait?.since ?? '')).toBeGreaterThan(6 * 86_400_000);
  expect(raw).toMatchObject({ waitsFor: 'route' });
});

covers('company.routeWaits', 'company.update.routeWaits', 'message.waitsFor');
test('a company sets how long a type waits; its messages then fail with 502, free of charge', async () => {
  expect(await shown()).toMatchObject({ routeWaits: {} });
  expect((await put({ PROMO: WAIT_SECONDS })).status).toBe(200);
  expect(await shown()).toMatchObject({ routeWaits: { PROMO: WAIT_SECONDS } });
  const destinations = Array.from({ length: MANY }, (_, at) => String(79_161_500_000 + at));
  const { dispatchId, uuids } = await seller.dispatch('Sale', destinations, viber());
  const order = await seller.sendOne(viber({ content: 'Order 1' }));
  const [first = ''] = uuids;
  await Promise.all([untilWaiting(first), untilWaiting(order)]);
  expect(await seller.message(order)).toMatchObject({ trafficType: 'SERVICE', derivedTrafficType: 'SERVICE' });
  const partners = await cell().call('GET', `/messages/${first}`, { token: seller.token });
  expect(partners.body).toMatchObject({ status: 'CREATED', waitsFor: 'route' });
  const { routeWait } = await cardOf(first);
  expect(Date.parse(routeWait?.endsAt ?? '') - Date.parse(routeWait?.since ?? '')).toBe(WAIT_SECONDS * 1_000);

  await cell().advance(WAIT_SECONDS + 60);
  await until('all messages of the dispatch have failed', async () => {
    const failed = await countWithError(cell(), dispatchId, ERROR.operatorFailure);
    return failed === MANY;
  });
  const failed = await seller.message(first);
  expect(failed).toMatchObject({ status: 'unsent', errorCode: ERROR.operatorFailure, price: { totalPrice: 0 } });
  expect(failed).not.toHaveProperty('waitsFor');
  expect((await cardOf(first)).routeWait).toBeNull();
  expect(await seller.message(order)).toMatchObject({ status: 'sending', waitsFor: 'route' });
  // Only the waiting order is still reserved; the message of the test before has failed too.
  const totalPrice = Math.round((BALANCE - (await seller.balance())) * 100) / 100;
  expect(totalPrice).toBeGreaterThan(0);
  expect(await seller.message(order)).toMatchObject({ price: { totalPrice } });
});

test('each single message waits from its own beginning', async () => {
  await put({ PROMO: WAIT_SECONDS });
  const early = await seller.sendOne(viber({ content: 'Early' }));
  await untilWaiting(early);
  await cell().advance(WAIT_SECONDS - 60);
  const late = await seller.sendOne(viber({ content: 'Late' }));
  await cell().advance(120);
  await until('the early message has failed', async () => (await seller.message(early))['status'] === 'unsent');
  await cell().settle();
  expect(await seller.message(late)).toMatchObject({ status: 'sending', waitsFor: 'route' });
  const { routeWait } = await cardOf(late);
  expect(Date.parse(routeWait?.endsAt ?? '') - Date.parse(routeWait?.since ?? '')).toBe(WAIT_SECONDS * 1_000);
  await cell().advance(WAIT_SECONDS);
  await until('the late message has failed', async () => (await seller.message(late))['status'] === 'unsent');
  // The wait of the message that has just failed is over; the next one begins its own.
  const next = await seller.sendOne(viber({ content: 'Next' }));
  await untilWaiting(next);
  await cell().settle();
  expect(await seller.message(next)).toMatchObject({ status: 'sending', waitsFor: 'route' });
  await put({});
});

covers('company.update.routeWaits.bounds');
test.each([
  [{ PROMO: 59 }, 'routeWaits.PROMO must be at least 60'],
  [{ PROMO: 604_801 }, 'routeWaits.PROMO must be at most 604800'],
  [{ SERVICE: 'hour' }, 'routeWaits.SERVICE must be an integer'],
])('a wait of %j is refused', async (routeWaits, problem) => {
  const before = await shown();
  const reply = await put(routeWaits);
  expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(problem)]);
  expect(await shown()).toEqual(before);
});

test('a new list of waits replaces the old one', async () => {
  await put({ AUTHORIZE: 60, SERVICE: 3_600 });
  expect(await shown()).toMatchObject({ routeWaits: { AUTHORIZE: 60, SERVICE: 3_600 } });
  await put({});
  expect(await shown()).toMatchObject({ routeWaits: {} });
});
