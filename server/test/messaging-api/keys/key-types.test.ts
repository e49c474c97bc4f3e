// The section of the messaging API that each key type may call, tested on the API and not on its contract.
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { KEY_TYPES, type KeyType } from '@volley/domain/people/key-type.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, sharedApi } from '../../given/api.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';

const SECTIONS: readonly (readonly [RegExp, readonly KeyType[]])[] = [
  [/^\/balance$/, KEY_TYPES],
  [/^\/(message|flashcall-conversion|dispatch)\b/, ['MESSAGES']],
  [/^\/events$/, ['MESSAGES', 'VERIFIER']],
  [/^\/(sender-names|templates|subscribers)\b/, ['SYSTEM']],
  [/^\/verifier\/(send|check|\{uuid\}(\/cancel)?)$/, ['VERIFIER']],
  [/^\/verifier\/widget\//, ['VERIFIER', 'VERIFIER_BUILDER']],
];

let api: Api;
let account: Account;
beforeAll(async () => {
  api = await sharedApi();
  account = await givenAccount(api);
});
afterAll(() => api.close());

const endpoints = messagingApi.filter(({ auth }) => auth === 'key');

/** Methods and paths that do not answer 403 to a key of this type. */
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

covers(
  'messaging.auth.type.messages',
  'messaging.auth.type.system',
  'messaging.auth.type.verifier',
  'messaging.auth.type.verifier-builder',
);
test.each<KeyType>(['MESSAGES', 'SYSTEM', 'VERIFIER', 'VERIFIER_BUILDER'])(
  '%s keys may call their sections and no other',
  async (type) => {
    expect(await openTo(type)).toEqual(expected(type));
  },
);

test('every endpoint behind a key is in a section', () => {
  expect(endpoints.filter(({ path }) => !SECTIONS.some(([section]) => section.test(path)))).toEqual([]);
});
