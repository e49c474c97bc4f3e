import { BRANDS } from '@volley/domain/brand.ts';
import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import { COMMON_TYPES } from '@volley/domain/sender-name.ts';
import { SENDER_STATUSES } from '@volley/domain/sender-status.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt, textAt } from '../given/http-client.ts';

let api: Api;
let token: string;
let companyId: number;
beforeAll(async () => {
  api = await givenApi();
  token = (await api.givenPartner()).token;
  companyId = await givenCompany(api, token);
  // One name for every brand and channel; kinds and statuses take turns.
  for (const [at, channelType] of CHANNEL_TYPES.entries()) {
    for (const [place, brand] of BRANDS.entries()) {
      const commonType = COMMON_TYPES[(at + place) % COMMON_TYPES.length];
      const countryId = place === 0 ? 2 : 1;
      const body = { companyId, senderName: 'Shop', channelType, brand, commonType, countryId };
      const { body: sender } = await api.call('POST', '/senders', {
        token,
        body: { ...body, dateFrom: '2024-07-01T00:00:00Z' },
      });
      const status = SENDER_STATUSES[(at * BRANDS.length + place) % SENDER_STATUSES.length];
      await api.platform.db.pool.query('update senders set status = $2 where id = $1', [
        numberAt(sender, 'id'),
        status,
      ]);
    }
  }
});
afterAll(() => api.close());

async function list(query: string): Promise<unknown[]> {
  const { status, body } = await api.call('GET', `/senders?companyId=${companyId}${query}`, { token });
  expect(status).toBe(200);
  if (!Array.isArray(body)) throw new Error('GET /senders answers an array');
  return body;
}

test('without a filter the whole list comes at once, by id [sender.list.200 sender.list.not-paginated sender.list.filters-optional]', async () => {
  const ids = (await list('')).map((sender) => numberAt(sender, 'id'));
  expect(ids).toHaveLength(CHANNEL_TYPES.length * BRANDS.length);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

describe('a filter takes any of its values, repeated or in a comma list', () => {
  test.each([
    ['brand [sender.list.brand.repeated]', ['MTS', 'TELE2']],
    ['commonType [sender.list.commonType.repeated]', ['PROMO', 'INTERNATIONAL_VERIFY']],
    ['status [sender.list.status.repeated]', ['DRAFT', 'CLOSED']],
    ['channelType [sender.list.channelType.repeated]', ['SMS', 'TEXT_TO_SPEECH']],
    ['countryCode [sender.list.countryCode.repeated]', ['BY', 'RU']],
  ] as const)('%s', async (title, values) => {
    const [name = ''] = title.split(' ');
    const [one, other] = values;
    const all = await list('');
    const matching = (...wanted: string[]) => all.filter((sender) => wanted.includes(textAt(sender, name)));
    expect(matching(one).length).toBeGreaterThan(0);
    expect(await list(`&${name}=${one}`)).toEqual(matching(one));
    expect(await list(`&${name}=${one}&${name}=${other}`)).toEqual(matching(one, other));
    expect(await list(`&${name}=${one},${other}`)).toEqual(matching(one, other));
  });

  test('and several filters must all agree', async () => {
    const found = await list('&brand=MTS,BEELINE&channelType=SMS&channelType=VIBER');
    expect(found.map((sender) => `${textAt(sender, 'channelType')} ${textAt(sender, 'brand')}`)).toEqual([
      'SMS MTS',
      'SMS BEELINE',
      'VIBER MTS',
      'VIBER BEELINE',
    ]);
  });
});

describe('what no name can have is refused', () => {
  test.each([
    'brand=YOTA',
    'brand=mts',
    'brand=MTS,YOTA',
    'brand=',
    'commonType=OTHER',
    'status=draft',
    'channelType=FAX',
    'countryCode=rus',
  ])('%s', async (query) => {
    const reply = await api.call('GET', `/senders?companyId=${companyId}&${query}`, { token });
    expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 4000 } }]);
  });

  test('and so is a list without its company [sender.list.companyId.required]', async () => {
    for (const query of ['', '?companyId=', '?companyId=x', '?companyId=1.5']) {
      expect((await api.call('GET', `/senders${query}`, { token })).status).toBe(400);
    }
  });
});
