// Every endpoint behind a key × every place for an id × every id of another account: the answer is that for a missing
// id, and no row of the other account changes. The other account belongs to another partner, and then to the same
// partner, where row-level security does not help.
import { randomUUID } from 'node:crypto';
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import type { Reply } from '../given/http-client.ts';
import { givenOwner, type Owner, RIGHT_KEYED, UNSENT } from './accounts.ts';
import { type IdSlot, idSlots } from './id-slots.ts';
import { type Parts, put, told } from './request-parts.ts';
import { tableDigests } from './table-digests.ts';
import { spreadIds } from './tenants.ts';

let api: Api;
let mine: Owner;
let others: { readonly stranger: Owner; readonly sibling: Owner };
const made: [string, Reply][] = [];
beforeAll(async () => {
  api = await givenApi({ databasePool: 2 });
  await spreadIds(api);
  mine = await givenOwner(api);
  const { token, partnerId } = mine;
  const sibling = { token, partnerId, companyId: await givenCompany(api, token) };
  others = { stranger: await givenOwner(api), sibling: await givenOwner(api, { company: sibling }) };
  for (const owner of [mine, others.stranger, others.sibling])
    for (const shape of messagingApi.filter(({ id }) => RIGHT_KEYED[id] !== undefined && !UNSENT.has(id)))
      made.push([shape.id, await owner.send(shape, await right(shape, owner))]);
});
afterAll(() => api.close());

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const behindKeys = messagingApi.filter(({ auth }) => auth === 'key');
const matrix = behindKeys.flatMap((shape) =>
  idSlots(shape).map(
    (slot) => [`${shape.method} ${shape.path}`, `${slot.part}.${slot.path.join('.')}`, shape, slot] as const,
  ),
);

/** The request with missing ids, for an endpoint without an entry. */
async function right(shape: EndpointShape, owner: Owner): Promise<Parts> {
  const params = idSlots(shape).reduce<Parts>(
    (parts, slot) => (slot.part === 'params' ? put(parts, slot, missing(slot)) : parts),
    {},
  );
  return { ...params, ...RIGHT_KEYED[shape.id]?.(owner, await owner.ids()) };
}

const missing = ({ isUuid, isText }: IdSlot) => (isUuid ? randomUUID() : isText ? '999999999' : 999_999_999);

async function foreign(owner: Owner, { isUuid, isText, pattern = '' }: IdSlot): Promise<(number | string)[]> {
  const own = Object.values(await mine.ids()).flat();
  const ids = [...new Set(Object.values(await owner.ids()).flat())].filter((id) => !own.includes(id));
  const uuids = ids.filter((id) => UUID.test(id));
  const numbers = ids.filter((id) => /^\d{1,9}$/.test(id));
  if (isUuid) return uuids;
  const looksRight = new RegExp(pattern);
  return isText ? ids.filter((id) => !uuids.includes(id) && looksRight.test(id)) : numbers.map(Number);
}

/** The answer without the members that differ for every new row. */
const likeness = ({ status, text }: { status: number; text: string }) => ({
  status,
  text: text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'),
});

/** The last use of a key and stored answers change without the request's effect. */
const pictures = () => tableDigests(api.platform.db, ['api_keys']);

describe.each(matrix)('%s with %s', (_endpoint, _slot, shape, slot) => {
  test.each(['stranger', 'sibling'] as const)('answers an id of a %s like a missing one', async (whose) => {
    const parts = await right(shape, mine);
    const nothing = missing(slot);
    const forMissing = likeness(told(await mine.send(shape, put(parts, slot, nothing)), nothing));
    const before = await pictures();
    const ids = await foreign(others[whose], slot);
    for (const id of ids) {
      expect([id, likeness(told(await mine.send(shape, put(parts, slot, id)), id))]).toEqual([id, forMissing]);
    }
    if (shape.method === 'GET' || forMissing.status >= 400) expect(await pictures()).toEqual(before);
  });
});

test('every valid request succeeds for every account', () => {
  expect(made.filter(([, { status }]) => status >= 300).map(([id, { text }]) => [id, text])).toEqual([]);
});

test('every endpoint with an id and a body has a request that can hold the id', () => {
  const withBody = behindKeys.filter((shape) => shape.body !== undefined && idSlots(shape).length > 0);
  expect(withBody.map(({ id }) => id).filter((id) => RIGHT_KEYED[id] === undefined)).toEqual([]);
});

test('the accounts have ids of both kinds', async () => {
  const slot = { part: 'query', path: ['id'], isList: false, isText: false } as const;
  for (const owner of Object.values(others)) {
    expect((await foreign(owner, { ...slot, isUuid: false })).length).toBeGreaterThan(2);
    expect((await foreign(owner, { ...slot, isUuid: true })).length).toBeGreaterThan(0);
  }
});
