// Who may call the messaging API: every case of a refused key, in the order in which they are judged.
import type { KeyType } from '@volley/domain/key-type.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, givenAccount } from '../given/account.ts';
import { type Api, givenApi } from '../given/api.ts';
import { type Reply, textAt } from '../given/http-client.ts';
import { type GivenStaff, givenStaff } from '../given/staff.ts';
import { until } from '../given/until.ts';

let api: Api;
let admin: GivenStaff;
let account: Account;
beforeAll(async () => {
  api = await givenApi();
  admin = await givenStaff(api, 'admin');
  account = await givenAccount(api);
});
afterAll(() => api.close());

const withHeader = (authorization: string, path = '/api/v1/balance'): Promise<Reply> =>
  api.call('GET', path, { headers: { authorization } });
const codeOf = ({ status, body }: Reply) => (status < 400 ? status : (body as { error: { code: number } }).error.code); // held against the contract
const pair = (id: string, password: string) => Buffer.from(`${id}:${password}`).toString('base64');
const partsOf = (value: string) => {
  const [keyId = '', password = ''] = Buffer.from(value, 'base64').toString().split(':');
  return { keyId, password };
};

async function newKey(change: object = {}): Promise<{ keyId: string; value: string }> {
  const draft = { companyId: account.companyId, name: 'Shop', type: 'MESSAGES' satisfies KeyType, ...change };
  const { body } = await admin.ask('POST', '/keys', draft);
  return { keyId: textAt(body, 'keyId'), value: textAt(body, 'value') };
}

describe('a key that is right', () => {
  test.each([
    ['Bearer', '[messaging.auth.bearer]'],
    ['Basic', '[messaging.auth.basic]'],
    ['bearer', '[messaging.auth.scheme-case]'],
    ['BASIC', '[messaging.auth.scheme-case]'],
    ['bAsIc', '[messaging.auth.scheme-case]'],
  ])('goes in behind %s %s', async (scheme) => {
    expect(codeOf(await withHeader(`${scheme} ${account.keys.MESSAGES}`))).toBe(200);
    expect(codeOf(await withHeader(`${scheme}  ${account.keys.MESSAGES} `))).toBe(200);
  });

  test('may be written without padding, and as login and password', async () => {
    expect(codeOf(await withHeader(`Basic ${account.keys.SYSTEM.replace(/=+$/, '')}`))).toBe(200);
    const { keyId, password } = partsOf(account.keys.SYSTEM);
    expect(codeOf(await withHeader(`Basic ${pair(keyId, password)}`))).toBe(200);
  });

  test.each([
    ['/api/v1/balance', '[messaging.address.prefix]'],
    ['/v1/balance', '[messaging.address.v1-alias]'],
    ['/api/v1/v1/balance', '[messaging.address.literal-alias]'],
    ['/api/v1/balance/', '[messaging.address.trailing-slash]'],
    ['/v1/balance/', '[messaging.address.trailing-slash]'],
    ['/api/v1/v1/balance/?x=1', '[messaging.address.trailing-slash]'],
  ])('opens %s %s', async (path) => {
    const reply = await withHeader(`Bearer ${account.keys.MESSAGES}`, path);
    expect([reply.status, reply.body]).toEqual([200, { RUB: 10_000 }]);
  });

  test.each([
    '/api/v1/v1/v1/balance',
    '/api/balance',
    '/balance',
    '/v1/v1/balance',
    '/api/v2/balance',
    '/api/v1balance',
  ])('finds nothing at %s', async (path) => {
    expect(codeOf(await withHeader(`Bearer ${account.keys.MESSAGES}`, path))).toBe(4040);
  });

  test('has its last use noted, every few seconds at most', async () => {
    const { keyId, value } = await newKey();
    const seen = async () => {
      const { rows } = await api.platform.db.pool.query<{ at: Date | null; version: string }>(
        'select last_used_at as at, xmin::text as version from api_keys where key_id = $1',
        [keyId],
      );
      return rows[0];
    };
    expect((await seen())?.at).toBeNull();
    await Promise.all(Array.from({ length: 5 }, () => withHeader(`Bearer ${value}`)));
    const first = await until('the use is noted', async () => {
      const row = await seen();
      return row !== undefined && row.at !== null && row;
    });
    for (let calls = 0; calls < 5; calls += 1) await withHeader(`Bearer ${value}`);
    expect(await seen()).toEqual(first);
    await api.platform.db.pool.query(
      "update api_keys set last_used_at = business_now() - interval '61 seconds' where key_id = $1",
      [keyId],
    );
    const before = await seen();
    await withHeader(`Bearer ${value}`);
    await until('the next use is noted', async () => ((await seen())?.at ?? 0) > (before?.at ?? 0));
  });
});

describe('a key that is not', () => {
  test('is missing [messaging.auth.missing messaging.auth.www-authenticate messaging.error.4010 messaging.balance.auth-errors]', async () => {
    const reply = await api.call('GET', '/api/v1/balance');
    expect([reply.status, reply.body]).toEqual([401, { error: { code: 4010, msg: 'Not Authenticated' } }]);
    expect(reply.headers.get('www-authenticate')).toBe('Basic realm="api", Bearer');
  });

  test.each([
    ['Digest', '[messaging.auth.scheme-unknown]'],
    ['Token', '[messaging.auth.scheme-unknown]'],
    ['', '[messaging.auth.scheme-unknown]'],
    ['BearerBasic', '[messaging.auth.scheme-unknown]'],
  ])('stands behind %j %s', async (scheme) => {
    expect(codeOf(await withHeader(`${scheme} ${account.keys.MESSAGES}`))).toBe(4010);
  });

  test.each(['', 'x', '!!!!', 'bm9jb2xvbg==', 'a b', '====', 'Og==', pair('', 'x'), pair('short', 'x'), 'вздор'])(
    'cannot be read from %j [messaging.auth.undecodable]',
    async (value) => {
      for (const scheme of ['Basic', 'Bearer']) {
        const header = Buffer.from(`${scheme} ${value}`).toString('latin1');
        expect(codeOf(await withHeader(header))).toBe(4010);
      }
    },
  );

  test('is unknown, or a token of a partner or of staff [messaging.auth.wrong]', async () => {
    const unknown = pair('AAAAAAAAAAAA', 'x'.repeat(43));
    for (const value of [unknown, account.token, admin.token]) {
      for (const scheme of ['Basic', 'Bearer']) expect(codeOf(await withHeader(`${scheme} ${value}`))).toBe(4010);
    }
  });

  test('opens neither the partner API nor the back office', async () => {
    for (const path of ['/company', '/admin/v1/companies']) {
      for (const scheme of ['Basic', 'Bearer'])
        expect(codeOf(await withHeader(`${scheme} ${account.keys.MESSAGES}`, path))).toBe(4010);
    }
  });

  test('has a wrong password: 4012 behind Basic, 4010 behind Bearer [messaging.auth.basic-wrong-password messaging.error.4012]', async () => {
    const wrong = pair(partsOf(account.keys.MESSAGES).keyId, 'x'.repeat(43));
    const reply = await withHeader(`Basic ${wrong}`);
    expect([reply.status, reply.body]).toEqual([401, { error: { code: 4012, msg: 'Bad credentials' } }]);
    expect(reply.headers.get('www-authenticate')).toBe('Basic realm="api", Bearer');
    expect(codeOf(await withHeader(`Bearer ${wrong}`))).toBe(4010);
    const { keyId } = partsOf(account.keys.MESSAGES);
    const empty = pair(keyId, '');
    expect([codeOf(await withHeader(`Basic ${empty}`)), codeOf(await withHeader(`Bearer ${empty}`))]).toEqual([
      4012, 4010,
    ]);
  });

  test('was reissued: the old values stop at once, the new one works [messaging.auth.reissued]', async () => {
    const { keyId, value: first } = await newKey();
    const second = textAt((await admin.ask('POST', `/keys/${keyId}/reissue`)).body, 'value');
    const third = textAt((await admin.ask('POST', `/keys/${keyId}/reissue`)).body, 'value');
    for (const scheme of ['Basic', 'Bearer']) {
      expect(codeOf(await withHeader(`${scheme} ${third}`))).toBe(200);
      for (const old of [first, second]) expect(codeOf(await withHeader(`${scheme} ${old}`))).toBe(4010);
    }
  });

  test('was deactivated, whatever its password [messaging.auth.deactivated]', async () => {
    const { keyId, value } = await newKey();
    expect(codeOf(await withHeader(`Bearer ${value}`))).toBe(200);
    await admin.ask('POST', `/keys/${keyId}/deactivate`);
    for (const scheme of ['Basic', 'Bearer']) {
      expect(codeOf(await withHeader(`${scheme} ${value}`))).toBe(4010);
      expect(codeOf(await withHeader(`${scheme} ${pair(keyId, 'wrong')}`))).toBe(4010);
    }
  });

  test("is one of a disabled company, or of a disabled partner's [messaging.auth.company-disabled]", async () => {
    const other = await givenAccount(api);
    const call = () => withHeader(`Basic ${other.keys.MESSAGES}`);
    const table = { companies: other.companyId, partners: other.partnerId };
    for (const [name, id] of Object.entries(table)) {
      await api.platform.db.pool.query(`update ${name} set status = 'DISABLED' where id = $1`, [id]);
      expect(codeOf(await call())).toBe(4010);
      await api.platform.db.pool.query(`update ${name} set status = 'ACTIVE' where id = $1`, [id]);
      expect(codeOf(await call())).toBe(200);
    }
  });
});
