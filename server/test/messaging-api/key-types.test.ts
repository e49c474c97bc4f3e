// Which section of the messaging API each type of key may call, asked of the API and not of its contract.
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { KEY_TYPES, type KeyType } from '@volley/domain/key-type.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, givenAccount } from '../given/account.ts';
import { type Api, givenApi } from '../given/api.ts';

const SECTIONS: readonly (readonly [RegExp, readonly KeyType[]])[] = [
  [/^\/balance$/, KEY_TYPES],
  [/^\/(message|flashcall-conversion|dispatch|events)\b/, ['MESSAGES']],
  [/^\/(sender-names|templates)\b/, ['SYSTEM']],
  [/^\/verifier\/(send|check)$/, ['VERIFIER']],
  [/^\/verifier\/widget\//, ['VERIFIER', 'VERIFIER_BUILDER']],
];

let api: Api;
let account: Account;
beforeAll(async () => {
  api = await givenApi();
  account = await givenAccount(api);
});
afterAll(() => api.close());

const endpoints = messagingApi.filter(({ auth }) => auth === 'key');

/** Methods and paths that a key of this type is not turned away from. */
async function openTo(type: KeyType): Promise<string[]> {
  const open: string[] = [];
  for (const { method, path } of endpoints) {
    const { status } = await account.ask(method, path.replace(/\{\w+\}/g, '1'), undefined, type);
    expect(status).not.toBe(401);
    if (status !== 403) open.push(`${method} ${path}`);
  }
  return open;
}

const expected = (type: KeyType): string[] =>
  endpoints
    .filter(({ path }) => SECTIONS.some(([section, types]) => section.test(path) && types.includes(type)))
    .map(({ method, path }) => `${method} ${path}`);

test.each<[KeyType, string]>([
  ['MESSAGES', '[messaging.auth.type.messages]'],
  ['SYSTEM', '[messaging.auth.type.system]'],
  ['VERIFIER', '[messaging.auth.type.verifier]'],
  ['VERIFIER_BUILDER', '[messaging.auth.type.verifier-builder]'],
])('%s keys call their sections and no other %s', async (type) => {
  expect(await openTo(type)).toEqual(expected(type));
});

test('every endpoint behind a key is in a section', () => {
  expect(endpoints.filter(({ path }) => !SECTIONS.some(([section]) => section.test(path)))).toEqual([]);
});
