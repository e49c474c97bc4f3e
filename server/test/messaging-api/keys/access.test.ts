// Authentication of the messaging API: every case of a refused key, in the order of the checks.
import type { KeyType } from '@volley/domain/people/key-type.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, givenApi } from '../../given/api.ts';
import { type Reply, textAt } from '../../given/http-client.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { changePartner } from '../../given/rows/access.ts';
import { changeCompany } from '../../given/rows/companies.ts';
import { ageKeyUse, keyUseOf } from '../../given/rows/keys.ts';
import { until } from '../../given/until.ts';

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
const codeOf = ({ status, body }: Reply) => (status < 400 ? status : (body as { error: { code: number } }).error.code); // checked against the contract by the client
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

describe('a valid key', () => {
  covers('messaging.auth.bearer', 'messaging.auth.basic', 'messaging.auth.scheme-case');
  test.each(['Bearer', 'Basic', 'bearer', 'BASIC', 'bAsIc'])('is accepted after %s', async (scheme) => {
    expect(codeOf(await withHeader(`${scheme} ${account.keys.MESSAGES}`))).toBe(200);
    expect(codeOf(await withHeader(`${scheme}  ${account.keys.MESSAGES} `))).toBe(200);
  });

  test('may be written without padding, and as login and password', async () => {
    expect(codeOf(await withHeader(`Basic ${account.keys.SYSTEM.replace(/=+$/, '')}`))).toBe(200);
    const { keyId, password } = partsOf(account.keys.SYSTEM);
    expect(codeOf(await withHeader(`Basic ${pair(keyId, password)}`))).toBe(200);
  });

  covers(
    'messaging.address.prefix',
    'messaging.address.v1-alias',
    'messaging.address.literal-alias',
    'messaging.address.trailing-slash',
  );
  test.each([
    '/api/v1/balance',
    '/v1/balance',
    '/api/v1/v1/balance',
    '/api/v1/balance/',
    '/v1/balance/',
    '/api/v1/v1/balance/?x=1',
  ])('opens %s', async (path) => {
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
  ])('gets 404 at %s', async (path) => {
    expect(codeOf(await withHeader(`Bearer ${account.keys.MESSAGES}`, path))).toBe(4040);
  });

  test('has its last use recorded, at most every few seconds', async () => {
    const { keyId, value } = await newKey();
    const seen = () => keyUseOf(api, keyId);
    expect((await seen()).at).toBeNull();
    await Promise.all(Array.from({ length: 5 }, () => withHeader(`Bearer ${value}`)));
    const first = await until('the use is recorded', async () => {
      const row = await seen();
      return row.at !== null && row;
    });
    for (let calls = 0; calls < 5; calls += 1) await withHeader(`Bearer ${value}`);
    expect(await seen()).toEqual(first);
    await ageKeyUse(api, keyId, 61);
    const before = await seen();
    await withHeader(`Bearer ${value}`);
    await until('the next use is recorded', async () => ((await seen()).at ?? 0) > (before.at ?? 0));
  });
});

describe('a refused key', () => {
  covers(
    'messaging.auth.missing',
    'messaging.auth.www-authenticate',
    'messaging.error.4010',
    'messaging.balance.auth-errors',
  );
  test('is missing', async () => {
    const reply = await api.call('GET', '/api/v1/balance');
    expect([reply.status, reply.body]).toEqual([401, { error: { code: 4010, msg: 'Not Authenticated' } }]);
    expect(reply.headers.get('www-authenticate')).toBe('Basic realm="api", Bearer');
  });

  covers('messaging.auth.scheme-unknown');
  test.each(['Digest', 'Token', '', 'BearerBasic'])('has the scheme %j', async (scheme) => {
    expect(codeOf(await withHeader(`${scheme} ${account.keys.MESSAGES}`))).toBe(4010);
  });

  covers('messaging.auth.undecodable');
  test.each(['', 'x', '!!!!', 'bm9jb2xvbg==', 'a b', '====', 'Og==', pair('', 'x'), pair('short', 'x'), 'вздор'])(
    'is undecodable: %j',
    async (value) => {
      for (const scheme of ['Basic', 'Bearer']) {
        const header = Buffer.from(`${scheme} ${value}`).toString('latin1');
        expect(codeOf(await withHeader(header))).toBe(4010);
      }
    },
  );

  covers('messaging.auth.wrong');
  test('is unknown, or is a token of a partner or of staff', async () => {
    const unknown = pair('AAAAAAAAAAAA', 'x'.repeat(43));
    for (const value of [unknown, account.token, admin.token]) {
      for (const scheme of ['Basic', 'Bearer']) expect(codeOf(await withHeader(`${scheme} ${value}`))).toBe(4010);
    }
  });

  test('is one of the messaging API that is used for the partner API or the back office', async () => {
    for (const path of ['/company', '/admin/v1/companies']) {
      for (const scheme of ['Basic', 'Bearer'])
        expect(codeOf(await withHeader(`${scheme} ${account.keys.MESSAGES}`, path))).toBe(4010);
    }
  });

  covers('messaging.auth.basic-wrong-password', 'messaging.error.4012');
  test('has a wrong password: 4012 after Basic, 4010 after Bearer', async () => {
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

  covers('messaging.auth.reissued');
  test('was reissued: the old values stop at once, the new one works', async () => {
    const { keyId, value: first } = await newKey();
    const second = textAt((await admin.ask('POST', `/keys/${keyId}/reissue`)).body, 'value');
    const third = textAt((await admin.ask('POST', `/keys/${keyId}/reissue`)).body, 'value');
    for (const scheme of ['Basic', 'Bearer']) {
      expect(codeOf(await withHeader(`${scheme} ${third}`))).toBe(200);
      for (const old of [first, second]) expect(codeOf(await withHeader(`${scheme} ${old}`))).toBe(4010);
    }
  });

  covers('messaging.auth.deactivated');
  test('was deactivated, with the right and with a wrong password', async () => {
    const { keyId, value } = await newKey();
    expect(codeOf(await withHeader(`Bearer ${value}`))).toBe(200);
    await admin.ask('POST', `/keys/${keyId}/deactivate`);
    for (const scheme of ['Basic', 'Bearer']) {
      expect(codeOf(await withHeader(`${scheme} ${value}`))).toBe(4010);
      expect(codeOf(await withHeader(`${scheme} ${pair(keyId, 'wrong')}`))).toBe(4010);
    }
  });

  covers('messaging.auth.company-disabled');
  test('belongs to a disabled company or a disabled partner', async () => {
    const other = await givenAccount(api);
    const call = () => withHeader(`Basic ${other.keys.MESSAGES}`);
    const owners = [
      (status: 'ACTIVE' | 'DISABLED') => changeCompany(api, other.companyId, { status }),
      (status: 'ACTIVE' | 'DISABLED') => changePartner(api, other.partnerId, { status }),
    ];
    for (const change of owners) {
      await change('DISABLED');
      expect(codeOf(await call())).toBe(4010);
      await change('ACTIVE');
      expect(codeOf(await call())).toBe(200);
    }
  });
});
