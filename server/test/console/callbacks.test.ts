import { beforeAll, expect, test } from 'vitest';
import { givenCompany } from '../given/api.ts';
import { useSharedCell } from '../given/cell.ts';
import { deliveredEvents, messagingEndpoint, record, statusEvent } from '../given/message-events.ts';
import { type Account, givenAccount } from '../given/people/account.ts';
import { givenPartnerUser, type PartnerUser } from '../given/people/console.ts';
import { until } from '../given/until.ts';

type Row = { id: number; targetId: number; state: string; events: number };

const cell = useSharedCell({ workers: ['notifier'] });
let user: PartnerUser;
let account: Account;
let stranger: PartnerUser;
beforeAll(async () => {
  user = await givenPartnerUser(cell());
  const companyId = await givenCompany(cell(), user.token);
  account = await givenAccount(cell(), { company: { companyId, partnerId: user.partnerId, token: user.token } });
  stranger = await givenPartnerUser(cell());
});

const deliveries = async (query: string) =>
  ((await user.get(`/callbacks/deliveries?${query}`)).body as { items: Row[] }).items;
const untilLogged = (targetId: number, state: string) =>
  until(`a request is ${state}`, async () => (await deliveries(`targetId=${targetId}&state=${state}`))[0]);
/** The path at which requests to an address arrive, with its query. */
const at = (path: string) => `${path}?token=hidden`;
const numbersAt = (path: string) =>
  cell()
    .sink.received(at(path))
    .flatMap(({ items }) => items.map((item) => Number(item['event_number'])));

async function givenTarget(path: string): Promise<number> {
  const { platform, sink } = cell();
  const url = sink.url(at(path)).replace('http://', 'http://user:topsecret@');
  return messagingEndpoint(platform, account.companyId, url);
}

test('callback targets are shown with their health and without secrets', async () => {
  const id = await givenTarget('/health');
  await record(cell().platform, account.companyId, deliveredEvents(3), { endpointId: id });
  await untilLogged(id, 'delivered');
  const reply = await user.get(`/callbacks/targets?companyId=${account.companyId}`);
  expect(reply.text).not.toMatch(/topsecret|hidden/);
  const { items } = reply.body as { items: { id: number; hours: { taken: number }[] }[] };
  const target = items.find((one) => one.id === id);
  expect(target).toMatchObject({
    hasCredentials: true,
    failingSince: null,
    waiting: 0,
    url: expect.stringContaining('token=…'),
  });
  expect(target?.hours).toHaveLength(24);
  expect(target?.hours.reduce((sum, { taken }) => sum + taken, 0)).toBe(3);
});

test('a request is shown in full: events, headers, answer, attempts and next try', async () => {
  const { platform, sink } = cell();
  sink.answer(at('/whole'), () => 503);
  const id = await givenTarget('/whole');
  await record(platform, account.companyId, [statusEvent('sent'), ...deliveredEvents(2)], {
    endpointId: id,
    wanted: ['sent', 'delivered'],
  });
  const row = await untilLogged(id, 'retrying');
  const reply = await user.get(`/callbacks/deliveries/${row.id}`);
  expect(reply.text).not.toMatch(/topsecret|hidden/);
  expect(reply.body).toMatchObject({
    kinds: ['sent', 'delivered'],
    status: 503,
    state: 'retrying',
    body: [{ callback_event: 'sent' }, { callback_event: 'delivered' }, { callback_event: 'delivered' }],
    response: expect.any(String),
    attempts: [{ attempt: 1, status: 503 }],
    nextTryAt: expect.any(String),
    attemptsMade: 1,
    attemptsMax: 289,
  });
  expect((await stranger.get(`/callbacks/deliveries/${row.id}`)).status).toBe(404);
});

test('failed events are counted and resent at once on request', async () => {
  const { platform, sink } = cell();
  let status = 500;
  sink.answer(at('/failed'), () => status);
  const id = await givenTarget('/failed');
  await record(platform, account.companyId, deliveredEvents(4), { endpointId: id });
  const row = await untilLogged(id, 'retrying');
  status = 200;
  const request = { companyId: account.companyId, what: 'failed', targetId: id };
  expect((await user.post('/callbacks/replays', { ...request, dryRun: true })).body).toEqual({ events: 4 });
  expect(numbersAt('/failed')).toHaveLength(4);
  expect((await user.post('/callbacks/replays', request)).body).toEqual({ events: 4 });
  await until('the events have arrived again', () => numbersAt('/failed').length === 8);
  await until('the first request is shown as replaced', async () => {
    const { body } = await user.get(`/callbacks/deliveries/${row.id}`);
    return (body as Row).state === 'recovered';
  });
  const again = { companyId: account.companyId, what: 'delivery', deliveryId: row.id };
  expect((await user.post('/callbacks/replays', again)).body).toEqual({ events: 4 });
  await until('the events have arrived a third time', () => numbersAt('/failed').length === 12);
  expect((await stranger.post('/callbacks/replays', again)).status).toBe(404);
});

test('a period is counted and replayed; a longer period than allowed is refused', async () => {
  const id = await givenTarget('/period');
  await record(cell().platform, account.companyId, deliveredEvents(2), { endpointId: id });
  await untilLogged(id, 'delivered');
  const around = (ms: number) => new Date(cell().now().getTime() + ms).toISOString();
  const period = {
    companyId: account.companyId,
    what: 'period',
    targetId: id,
    from: around(-3_600_000),
    to: around(60_000),
  };
  expect((await user.post('/callbacks/replays', { ...period, dryRun: true })).body).toEqual({ events: 2 });
  const long = await user.post('/callbacks/replays', { ...period, to: around(9 * 86_400_000) });
  expect([long.status, long.body]).toMatchObject([400, { error: { details: [{ field: 'to' }] } }]);
});

test('an example is posted at once and its answer is shown', async () => {
  const { sink } = cell();
  sink.answer(at('/example'), () => 202);
  const id = await givenTarget('/example');
  const reply = await user.post(`/callbacks/targets/${id}/example`, { event: 'price' });
  expect([reply.status, reply.body]).toMatchObject([200, { status: 202, error: null, body: expect.any(String) }]);
  expect(sink.received(at('/example'))[0]).toMatchObject({
    items: [{ callback_event: 'price', event_number: 0 }],
    headers: { authorization: expect.stringMatching(/^Basic /) },
  });
  expect((await stranger.post(`/callbacks/targets/${id}/example`, { event: 'sent' })).status).toBe(404);
});

test('callbacks of another partner are not found', async () => {
  expect((await stranger.get('/callbacks/targets')).body).toMatchObject({ items: [] });
  expect((await stranger.get('/callbacks/deliveries')).body).toMatchObject({ items: [] });
});
