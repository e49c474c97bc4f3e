// The verify token of a link: sealed like its password, known to the provider's call alone.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rotateLinkSecrets, sealClearTokens } from '../../src/features/operator-links/link-secrets.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { type Api, givenApi } from '../given/api.ts';
import { type GivenStaff, givenStaff } from '../given/people/staff.ts';
import { oneRow, statement } from '../given/rows/statement.ts';

const TOKEN = 'a-token-of-our-choice';

let api: Api;
let staff: GivenStaff;
beforeAll(async () => {
  api = await givenApi();
  staff = await givenStaff(api, 'sre');
});
afterAll(() => api.close());

async function givenLink(name: string, verifyToken?: string): Promise<void> {
  const reply = await staff.ask('PUT', '/links', {
    name,
    protocol: 'WHATSAPP_CLOUD',
    brands: [1],
    url: 'http://127.0.0.1:1',
    systemId: 'meta-app',
    password: 'a-secret-of-the-app',
    ...(verifyToken !== undefined && { verifyToken }),
  });
  expect([reply.status, reply.text]).toEqual([200, expect.not.stringContaining(TOKEN)]);
}

type Stored = { readonly row: string; readonly clear: string | null; readonly sealed: string | null };
const stored = (name: string) =>
  oneRow<Stored>(
    api,
    `select l::text as row, verify_token as clear, verify_token_sealed as sealed from operator_links l where name = $1`,
    [name],
  );

/** Stores the token as the version before did. */
const storeClear = (name: string, token: string) =>
  statement(api, 'update operator_links set verify_token = $2 where name = $1', [name, token]);

async function challenge(name: string, token: string): Promise<number> {
  const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1' });
  return (await fetch(`${api.url}/channels/v1/${name}/whatsapp?${query.toString()}`)).status;
}

test('a token is stored sealed, and the provider proves itself with it', async () => {
  await givenLink('sealed', TOKEN);
  const { row, clear, sealed } = await stored('sealed');
  expect(row).not.toContain(TOKEN);
  expect([clear, api.platform.secrets.open(sealed ?? '')]).toEqual([null, TOKEN]);
  for (const [token, status] of [
    [TOKEN, 200],
    [`${TOKEN}x`, 403],
    [TOKEN.slice(1), 403],
    ['', 403],
    [sealed ?? '', 403],
  ] as const)
    expect([token, await challenge('sealed', token)]).toEqual([token, status]);
});

test('a link without a token answers no challenge', async () => {
  await givenLink('bare');
  expect(await stored('bare')).toMatchObject({ clear: null, sealed: null });
  expect(await challenge('bare', '')).toBe(403);
});

test('a token that the version before has stored in clear works before and after it is sealed', async () => {
  await givenLink('before', 'an-older-token');
  await storeClear('before', TOKEN);
  expect(await challenge('before', TOKEN)).toBe(200);
  await sealClearTokens(api.platform);
  const { row, clear, sealed } = await stored('before');
  expect(row).not.toContain(TOKEN);
  expect([clear, api.platform.secrets.open(sealed ?? '')]).toEqual([null, TOKEN]);
  await sealClearTokens(api.platform);
  expect((await stored('before')).sealed).toBe(sealed);
});

test('rotation seals passwords and tokens under the current key, once', async () => {
  await givenLink('rotated', TOKEN);
  await givenLink('rotated-clear');
  await storeClear('rotated-clear', TOKEN);
  const { db, config } = api.platform;
  const next = `next:${randomBytes(32).toString('base64')}`;
  const both = { db, secrets: createSecretBox([next, ...config.secretKeys]) };
  const { links } = await oneRow<{ links: number }>(api, 'select count(*)::int as links from operator_links');
  expect(await rotateLinkSecrets(both)).toBe(links);
  expect(await rotateLinkSecrets(both)).toBe(0);
  const withoutOldKey = createSecretBox([next]);
  for (const name of ['rotated', 'rotated-clear']) {
    const { clear, sealed } = await stored(name);
    expect([clear, withoutOldKey.open(sealed ?? '')]).toEqual([null, TOKEN]);
  }
  const back = createSecretBox([...config.secretKeys, next]);
  await rotateLinkSecrets({ db, secrets: back });
});

test('without a key a token in clear stays, and the round goes on', async () => {
  await givenLink('keyless');
  await storeClear('keyless', TOKEN);
  await sealClearTokens({ db: api.platform.db, secrets: createSecretBox([]) });
  expect((await stored('keyless')).clear).toBe(TOKEN);
  await inTransaction(api.platform.db, (tx) => tx.query(`delete from operator_links where name = 'keyless'`));
});
