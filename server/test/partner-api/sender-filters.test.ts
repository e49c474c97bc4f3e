import { must } from '@volley/domain/must.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { COMMON_TYPES } from '@volley/domain/senders/sender-name.ts';
import { SENDER_STATUSES } from '@volley/domain/senders/sender-status.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, givenCompany, sharedApi } from '../given/api.ts';
import { numberAt, textAt } from '../given/http-client.ts';
import { changeSender } from '../given/rows/senders.ts';

let api: Api;
let token: string;
let companyId: number;
beforeAll(async () => {
  api = await sharedApi();
  token = (await api.givenPartner()).token;
  companyId = await givenCompany(api, token);
  // A name per brand and channel; kinds and statuses alternate.
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
      await changeSender(api, numberAt(sender, 'id'), { status: must(status, 'status') });
    }
  }
});
afterAll(() => api.close());

async function list(query: string): Promise<unknown[]> {
  const { status, body } = await api.call('GET', `/senders?companyId=${companyId}${query}`, { token });
  expect(status).toBe(200);
  if (!Array.isArray(body)) throw new Error(`GET /senders did not answer an array: ${JSON.stringify(body)}`);
  return body;
}

covers('sender.list.200', 'sender.list.not-paginated', 'sender.list.filters-optional');
test('without a filter, GET /senders answers the whole list by id', async () => {
  const ids = (await list('')).map((sender) => numberAt(sender, 'id'));
  expect(ids).toHaveLength(CHANNEL_TYPES.length * BRANDS.length);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

describe('a filter of GET /senders', () => {
  covers(
    'sender.list.brand.repeated',
    'sender.list.commonType.repeated',
    'sender.list.status.repeated',
    'sender.list.channelType.repeated',
    'sender.list.countryCode.repeated',
  );
  test.each([
    ['brand', ['MTS', 'TELE2']],
    ['commonType', ['PROMO', 'INTERNATIONAL_VERIFY']],
    ['status', ['DRAFT', 'CLOSED']],
    ['channelType', ['SMS', 'TEXT_TO_SPEECH']],
    ['countryCode', ['BY', 'RU']],
  ] as const)('by %s matches any of its values, repeated or comma-separated', async (name, values) => {
    const [one, other] = values;
    const all = await list('');
    const matching = (...wanted: string[]) => all.filter((sender) => wanted.includes(textAt(sender, name)));
    expect(matching(one).length).toBeGreaterThan(0);
    expect(await list(`&${name}=${one}`)).toEqual(matching(one));
    expect(await list(`&${name}=${one}&${name}=${other}`)).toEqual(matching(one, other));
    expect(await list(`&${name}=${one},${other}`)).toEqual(matching(one, other));
  });

  test('is joined with the other filters by AND', async () => {
    const found = await list('&brand=MTS,BEELINE&channelType=SMS&channelType=VIBER');
    expect(found.map((sender) => `${textAt(sender, 'channelType')} ${textAt(sender, 'brand')}`)).toEqual([
      'SMS MTS',
      'SMS BEELINE',
      'VIBER MTS',
      'VIBER BEELINE',
    ]);
  });
});

describe('GET /senders is refused', () => {
  test.each([
    'brand=YOTA',
    'brand=mts',
    'brand=MTS,YOTA',
    'brand=',
    'commonType=OTHER',
    'status=draft',
    'channelType=FAX',
    'countryCode=rus',
  ])('with %s', async (query) => {
    const reply = await api.call('GET', `/senders?companyId=${companyId}&${query}`, { token });
    expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 4000 } }]);
  });

  covers('sender.list.companyId.required');
  test('without a company', async () => {
    for (const query of ['', '?companyId=', '?companyId=x', '?companyId=1.5']) {
      expect((await api.call('GET', `/senders${query}`, { token })).status).toBe(400);
    }
  });
});
