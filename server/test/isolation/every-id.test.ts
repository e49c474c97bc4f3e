// Every endpoint × every place for an id × {own, foreign, missing, negative, 2^31, text}: a foreign id gets the same
// answer as a missing id, and a refused request changes no row.
import { randomUUID } from 'node:crypto';
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi } from '../given/api.ts';
import type { Reply } from '../given/http-client.ts';
import { type IdSlot, idSlots } from './id-slots.ts';
import { type Parts, put, told, urlOf } from './request-parts.ts';
import { tableDigests } from './table-digests.ts';
import { FORM, FORM_TYPE, givenTenant, KINDS, RIGHT, spreadIds, type Tenant } from './tenants.ts';

let api: Api;
let mine: Tenant;
let theirs: Tenant;
beforeAll(async () => {
  api = await givenApi({ databasePool: 2 });
  await spreadIds(api);
  [mine, theirs] = [await givenTenant(api), await givenTenant(api)];
});
afterAll(() => api.close());

const withIds = partnerApi.map((shape) => ({ shape, slots: idSlots(shape) })).filter(({ slots }) => slots.length > 0);

const nameOf = ({ part, path }: IdSlot) => `${part}.${path.join('.')}`;
const matrix = withIds.flatMap(({ shape, slots }) =>
  slots.map((slot) => [`${shape.method} ${shape.path}`, nameOf(slot), shape, slot] as const),
);

function right(shape: EndpointShape, { ids }: Tenant): Parts {
  const parts = RIGHT[shape.id];
  if (parts === undefined) throw new Error(`${shape.id} takes ids but has no request in tenants.ts`);
  return parts(ids);
}

function ask(shape: EndpointShape, { params = {}, query = {}, body }: Parts): Promise<Reply> {
  const form = shape.multipart && { body: FORM, headers: { 'content-type': FORM_TYPE } };
  const sent = form ?? (body === undefined ? {} : { body });
  return api.call(shape.method, urlOf(shape.path, { params, query }), { token: mine.token, ...sent });
}

/** The corresponding id of the other partner. */
function foreign(parts: Parts, { part, path }: IdSlot): number | string {
  const value = [...path].reduce<unknown>(
    (at, name) => Object.entries(at ?? {}).find(([key]) => key === name)?.[1],
    parts[part],
  );
  const own = [value].flat()[0];
  const kind = KINDS.find((known) => mine.ids[known] === own);
  if (kind === undefined) throw new Error(`${path.join('.')} holds no id of this test: ${JSON.stringify(own)}`);
  return theirs.ids[kind];
}

describe.each(matrix)('%s with %s', (_endpoint, _slot, shape, slot) => {
  const missing = () => (slot.isUuid ? randomUUID() : 999_999_999);

  test('answers a foreign id like a missing one and changes nothing', async () => {
    const parts = right(shape, mine);
    const before = await tableDigests(api.platform.db);
    const ids = { foreign: foreign(parts, slot), missing: missing() };
    const forForeign = told(await ask(shape, put(parts, slot, ids.foreign)), ids.foreign);
    expect(forForeign).toEqual(told(await ask(shape, put(parts, slot, ids.missing)), ids.missing));
    // A list of ids is part of the request's data; a single id names the subject of the request.
    expect(forForeign.status).toBe(slot.isList ? 400 : 404);
    expect(await tableDigests(api.platform.db)).toEqual(before);
  });

  test.each([-1, 0, 2 ** 31, 'text', '1 or 1=1'])('refuses %j and changes nothing', async (value) => {
    const parts = right(shape, mine);
    const before = await tableDigests(api.platform.db);
    const { status } = await ask(shape, put(parts, slot, value));
    expect(status).toBe(slot.part === 'params' ? 404 : 400);
    expect(await tableDigests(api.platform.db)).toEqual(before);
  });
});

describe('a request with ids of its own partner', () => {
  // Reads first, then the requests that move a dispatch on.
  const ordered = withIds.toSorted(
    (a, b) => Number(a.shape.id.startsWith('start')) - Number(b.shape.id.startsWith('start')),
  );

  test.each(ordered.map(({ shape }) => [shape.id, shape] as const))('%s succeeds', async (_id, shape) => {
    const { status, text } = await ask(shape, right(shape, mine));
    expect([status, text]).toEqual([Number(Object.keys(shape.responses)[0]), text]);
  });
});

test('a foreign id among own ids is refused like a missing one', async () => {
  for (const { shape, slots } of withIds) {
    for (const slot of slots.filter(({ isList }) => isList)) {
      const parts = right(shape, mine);
      const ids = [foreign(parts, slot), slot.isUuid ? randomUUID() : 999_999_999];
      const own = KINDS.map((kind) => mine.ids[kind]).find((id) =>
        JSON.stringify(parts).includes(JSON.stringify([id])),
      );
      const replies = await Promise.all(
        ids.map(async (id) => told(await ask(shape, put(parts, { ...slot, isList: false }, [own, id])), id)),
      );
      expect(replies[0]).toEqual(replies[1]);
      expect(replies[0]?.status).toBe(400);
    }
  }
});

test('the matrix has every endpoint that takes an id', () => {
  expect(withIds.map(({ shape }) => shape.id).toSorted()).toEqual(Object.keys(RIGHT).toSorted());
  expect(matrix.length).toBeGreaterThanOrEqual(20);
});
