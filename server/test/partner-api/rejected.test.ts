// Rejected recipients of a dispatch can be read later, and are removed with the other data.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropRejected } from '../../src/features/dispatches/recipients/rejected-recipients.ts';
import { removeAgedTexts } from '../../src/features/dispatches/retention/retain-texts.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { givenStaff } from '../given/people/staff.ts';
import { changeCompany } from '../given/rows/companies.ts';
import { changeDispatch } from '../given/rows/dispatches.ts';

const DAY_MS = 86_400_000;

let api: Api;
let token: string;
let companyId: number;
let senderId: number;
beforeAll(async () => {
  api = await givenApi();
  token = (await api.givenPartner()).token;
  companyId = await givenCompany(api, token);
  const body = {
    companyId,
    senderName: 'Shop',
    channelType: 'SMS',
    commonType: 'COMMON',
    brand: 'MTS',
    dateFrom: '2024-07-01T00:00:00Z',
  };
  senderId = numberAt((await api.call('POST', '/senders', { token, body })).body, 'id');
});
afterAll(() => api.close());

const to = (...destinations: string[]) => destinations.map((destination) => ({ destination }));

async function given(...destinations: string[]): Promise<number> {
  const body = {
    companyId,
    name: 'July',
    senderIds: [senderId],
    channelType: 'SMS',
    text: 'Hi',
    messages: to(...destinations),
  };
  return numberAt((await api.call('POST', '/dispatches', { token, body })).body, 'id');
}

const rejectedOf = async (id: number, query = '') =>
  (await api.call('GET', `/dispatches/${id}/rejected${query}`, { token })).body;

const item = (index: number, destination: string, errorCode: number = ERROR.numberUnusable) => ({
  index,
  destination,
  errorCode,
  msg: expect.any(String),
  rejectedAt: expect.any(String),
});

test('rejected recipients are listed by page, with their position in the call that brought them', async () => {
  const id = await given('12', '79161230001', 'abc');
  await api.call('POST', `/dispatches/${id}/messages`, { token, body: { messages: to('79161230002', '7') } });
  expect(await rejectedOf(id)).toEqual({
    page: 1,
    perPage: 100,
    total: 3,
    items: [item(0, '12'), item(2, 'abc'), item(1, '7')],
  });
  expect(await rejectedOf(id, '?page=2&perPage=2')).toMatchObject({ total: 3, items: [item(1, '7')] });
  expect(await rejectedOf(id, '?page=2147483647&perPage=5')).toMatchObject({ total: 3, items: [] });
  expect((await api.call('GET', `/dispatches/${id}`, { token })).body).toMatchObject({
    rejected: 3,
    messages: { total: 2, failed: 0 },
  });
});

test('a dispatch without rejected recipients has an empty list, and that of another partner answers 404', async () => {
  const id = await given('79161230001');
  expect(await rejectedOf(id)).toMatchObject({ total: 0, items: [] });
  const stranger = await api.givenPartner();
  expect((await api.call('GET', `/dispatches/${id}/rejected`, { token: stranger.token })).status).toBe(404);
});

test('an erased number leaves its row empty', async () => {
  const number = '79161239999';
  await api.call('PUT', '/recipients', { token, body: { companyId, msisdn: number, blacklist: true } });
  const id = await given('+7 916 123-99-99', '12');
  expect(await rejectedOf(id)).toMatchObject({
    items: [item(0, '+7 916 123-99-99', ERROR.numberBlocked), item(1, '12')],
  });
  const staff = await givenStaff(api, 'admin');
  const reply = await api.call('POST', '/admin/v1/numbers/erase', {
    token: staff.token,
    body: { destination: number },
  });
  expect(reply.status).toBeLessThan(300);
  expect(await rejectedOf(id)).toMatchObject({ items: [item(0, '', ERROR.numberBlocked), item(1, '12')] });
});

test('rejected recipients are removed with the texts of their dispatch, and with the days of messages', async () => {
  const [aged, old] = [await given('12'), await given('12')];
  await changeCompany(api, companyId, { textRetentionDays: 1 });
  await changeDispatch(api, aged, { endedAt: new Date(Date.now() - 3 * DAY_MS) });
  while (await removeAgedTexts(api.platform));
  expect([await rejectedOf(aged), await rejectedOf(old)]).toMatchObject([{ total: 0 }, { total: 1 }]);
  await dropRejected(api.platform, new Date(api.platform.clock.now().getTime() + 60_000));
  expect(await rejectedOf(old)).toMatchObject({ total: 0, items: [] });
});
