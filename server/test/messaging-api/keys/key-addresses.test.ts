// A key restricted to addresses, with and without a trusted proxy.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import type { Config } from '../../../src/config.ts';
import { type Api, givenApi } from '../../given/api.ts';
import { callerOf, type Reply } from '../../given/http-client.ts';
import { givenAccount } from '../../given/people/account.ts';
import { restrictKey } from '../../given/rows/keys.ts';

type Place = { readonly api: Api; readonly keyId: string; readonly key: string };

async function givenPlace(settings: Partial<Config>): Promise<Place> {
  const api = await givenApi(settings);
  // The server listens on all addresses; the test calls this one.
  const call = callerOf(api.url.replace(/\/\/[^/]+:/, '//127.0.0.1:'));
  const { keys } = await givenAccount({ platform: api.platform, call });
  const key = keys.MESSAGES;
  const [keyId = ''] = Buffer.from(key, 'base64').toString().split(':');
  return { api: { ...api, call }, key, keyId };
}

const restrict = ({ api, keyId }: Place, ranges: readonly string[]) => restrictKey(api, keyId, ranges);

const ask = ({ api, key }: Place, forwarded?: string): Promise<Reply> =>
  api.call('GET', '/api/v1/balance', {
    token: key,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });

const REFUSED = [401, { error: { code: 4013, msg: 'IP not allowed' } }];

describe('without a trusted proxy', () => {
  let place: Place;
  beforeAll(async () => {
    place = await givenPlace({});
  });
  afterAll(() => place.api.close());

  covers('messaging.auth.ip.inside', 'messaging.auth.ip.empty', 'messaging.version.v25');
  test.each([
    ['nothing', []],
    ['the address itself', ['127.0.0.1/32']],
    ['a range around it', ['127.0.0.0/8']],
    ['everybody', ['0.0.0.0/0']],
    ['it among others', ['2001:db8::/32', '10.0.0.0/8', '127.0.0.1/32']],
  ])('a list of %s admits the caller', async (_name, ranges) => {
    await restrict(place, ranges);
    expect((await ask(place)).status).toBe(200);
  });

  covers('messaging.auth.ip.outside', 'messaging.error.4013', 'messaging.version.v25');
  test.each([
    ['another address', ['127.0.0.2/32']],
    ['another range', ['10.0.0.0/8', '192.168.0.0/16']],
    ['the other family', ['::/0', '::1/128']],
  ])('a list of %s refuses the caller', async (_name, ranges) => {
    await restrict(place, ranges);
    const reply = await ask(place);
    expect([reply.status, reply.body]).toEqual(REFUSED);
    expect(reply.headers.get('www-authenticate')).toBe('Basic realm="api", Bearer');
  });

  test('X-Forwarded-For of an untrusted caller is ignored', async () => {
    await restrict(place, ['10.0.0.0/8']);
    const reply = await ask(place, '10.0.0.1');
    expect([reply.status, reply.body]).toEqual(REFUSED);
  });

  test('a wrong key is reported before a wrong address', async () => {
    await restrict(place, ['10.0.0.0/8']);
    const wrong = Buffer.from(`${place.keyId}:wrong`).toString('base64');
    const { body } = await place.api.call('GET', '/api/v1/balance', { headers: { authorization: `Basic ${wrong}` } });
    expect(body).toMatchObject({ error: { code: 4012 } });
  });
});

describe('behind a trusted proxy, on a server that listens on both families', () => {
  let place: Place;
  beforeAll(async () => {
    place = await givenPlace({ host: '::', trustedProxies: ['127.0.0.0/8', '10.9.0.0/16'] });
    await restrict(place, ['192.0.2.0/24', '2001:db8:5::/48']);
  });
  afterAll(() => place.api.close());

  covers('messaging.auth.ip.range');
  test.each([
    '192.0.2.77',
    '::ffff:192.0.2.77',
    '::ffff:c000:24d',
    '2001:db8:5::1',
    '2001:0DB8:0005::1',
    '198.51.100.1, 192.0.2.77',
    '192.0.2.77, 10.9.1.1',
  ])('the call forwarded for %s is admitted', async (forwarded) => {
    expect((await ask(place, forwarded)).status).toBe(200);
  });

  covers('messaging.auth.ip.outside');
  test.each([
    '192.0.3.1',
    '::ffff:192.0.3.1',
    '2001:db8:6::1',
    '192.0.2.77, 198.51.100.1',
    'unknown',
    '192.0.2.77:80',
    "192.0.2.77' or 1=1",
    '::192.0.2.77',
    '64:ff9b::192.0.2.77',
  ])('the call forwarded for %s is refused', async (forwarded) => {
    const reply = await ask(place, forwarded);
    expect([reply.status, reply.body]).toEqual(REFUSED);
  });

  test("a call of the proxy itself has the proxy's address, written as IPv4", async () => {
    expect((await ask(place)).status).toBe(401);
    await restrict(place, ['127.0.0.1/32']);
    expect((await ask(place)).status).toBe(200);
  });
});
