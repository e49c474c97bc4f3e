import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, givenCompany, sharedApi } from '../given/api.ts';
import { type Account, givenAccount } from '../given/people/account.ts';
import { givenPartnerUser, type PartnerUser } from '../given/people/console.ts';
import { storedRequests } from '../given/rows/requests.ts';
import { until } from '../given/until.ts';

type Item = { requestId: string; route: string; status: number; errorCode: number | null; keyPrefix: string | null };
type Page = { items: Item[]; next: string | null; keptDays: number };

let api: Api;
let user: PartnerUser;
let account: Account;
beforeAll(async () => {
  api = await sharedApi();
  user = await givenPartnerUser(api);
  const companyId = await givenCompany(api, user.token);
  account = await givenAccount(api, { company: { companyId, partnerId: user.partnerId, token: user.token } });
});
afterAll(() => api.close());

const page = async (query = '') => (await user.get(`/requests?${query}`)).body as Page;
const logged = (requestId: string | null) =>
  until('the request is in the log', async () => (await page(`requestId=${requestId}`)).items[0]);

test('every request with a key is logged with its result, without bodies and numbers', async () => {
  const { call } = api;
  const good = await account.ask('GET', '/balance');
  const bad = await account.ask('POST', '/message', { destination: '79161230000', text: 'a secret text' });
  const wrongType = await account.ask('GET', '/dispatch', undefined, 'VERIFIER');
  const wrongValue = await call('GET', '/api/v1/balance', {
    headers: { authorization: `Basic ${Buffer.from(`${account.actor.keyId}:wrong`).toString('base64')}` },
  });
  const ids = [good, bad, wrongType, wrongValue].map(({ headers }) => headers.get('x-request-id'));
  const rows = await Promise.all(ids.map(logged));
  expect(rows).toMatchObject([
    { method: 'GET', route: '/api/v1/balance', status: 200, errorCode: null, address: '127.0.0.1' },
    { method: 'POST', route: '/api/v1/message', status: 400, errorCode: 4000 },
    { route: '/api/v1/dispatch', status: 403, errorCode: 4030 },
    { route: '/api/v1/balance', status: 401, errorCode: 4012, keyPrefix: expect.any(String) },
  ]);
  expect(await storedRequests(api)).not.toMatch(/79161230000|secret text/);
});

test('requests with a token are logged; actions in the console are not', async () => {
  const reply = await api.call('GET', '/dispatches/999', { token: user.token });
  const row = await logged(reply.headers.get('x-request-id'));
  expect(row).toMatchObject({ route: '/dispatches/{id}', status: 404, errorCode: 4040, keyPrefix: null });
  expect((await page('path=console')).items).toEqual([]);
});

test('the list is filtered and paged, and errors are grouped', async () => {
  for (let times = 0; times < 5; times += 1) await account.ask('GET', '/verifier/nothing');
  for (let times = 0; times < 3; times += 1) await account.ask('POST', '/message', {});
  const groups = await until('the requests are counted', async () => {
    const { body } = await user.get('/requests/summary?path=message');
    const { errors } = body as { errors: { count: number }[] };
    return (errors[0]?.count ?? 0) >= 4 && errors;
  });
  expect(groups[0]).toMatchObject({ method: 'POST', route: '/api/v1/message', errorCode: 4000, count: 4 });
  const first = await page('status=4xx&limit=2&path=message');
  expect(first).toMatchObject({ keptDays: 30, items: [{ status: 400 }, { status: 400 }], next: expect.any(String) });
  const second = await page(`status=4xx&limit=2&path=message&after=${first.next}`);
  expect(second).toMatchObject({ items: [{}, {}], next: null });
  const ids = [...first.items, ...second.items].map(({ requestId }) => requestId);
  expect(new Set(ids).size).toBe(4);
  expect((await page('status=2xx&errorCode=4000')).items).toEqual([]);
  expect((await page(`companyId=${account.companyId}&keyId=${account.actor.keyId}&limit=1`)).items).toHaveLength(1);
  expect((await user.get('/requests?after=nonsense')).status).toBe(400);
});

test('the list is exported as CSV', async () => {
  const reply = await user.get('/requests.csv?lang=ru&status=4xx');
  expect(reply.headers.get('content-disposition')).toMatch(/requests-.*\.csv/);
  const [head, row] = reply.text.split('\r\n');
  expect(head).toBe('time;requestId;companyId;key;method;route;status;errorCode;ms;address;warnings');
  expect(row?.split(';')).toHaveLength(11);
});

test('another partner sees none of the requests', async () => {
  const stranger = await givenPartnerUser(api);
  expect(((await stranger.get('/requests')).body as Page).items).toEqual([]);
  expect(((await stranger.get('/requests/summary')).body as { classes: unknown[] }).classes).toEqual([]);
  expect((await stranger.get('/requests.csv')).text.trim().split('\r\n')).toHaveLength(1);
});
