// Reading the messages of dispatches by their changes since the last read.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { useCell } from '../given/cell.ts';
import { textAt } from '../given/http-client.ts';
import { givenShop, type Shop } from '../given/people/shop.ts';
import { touchDispatch } from '../given/rows/dispatches.ts';
import { countMessagesOf } from '../given/rows/messages.ts';
import { until } from '../given/until.ts';

const cell = useCell();
let shop: Shop;
beforeAll(async () => {
  await cell().link('mts');
  shop = await givenShop(cell());
});

/** The company of the dispatches, if it is not the shop's. */
const tokens = new Map<string, string>();

type Change = { readonly messageUuid: string; readonly status: string };
type Answer = { readonly items: readonly Change[]; readonly nextCursor: string; readonly more: boolean };

async function ask(scope: string, updatedSince: string, perPage = 100): Promise<Answer> {
  const query = `${scope}&updatedSince=${encodeURIComponent(updatedSince)}&perPage=${perPage}`;
  const reply = await cell().call('GET', `/messages?${query}`, { token: tokens.get(scope) ?? shop.token });
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.body as Answer; // checked against the contract by the client
}

/** Reads until no change is left; returns the messages and the next cursor. */
async function follow(scope: string, from: string, perPage = 100): Promise<{ items: Change[]; cursor: string }> {
  const items: Change[] = [];
  for (let cursor = from; ; ) {
    const answer = await ask(scope, cursor, perPage);
    items.push(...answer.items);
    cursor = answer.nextCursor;
    if (!answer.more) return { items, cursor };
  }
}

/** Reads until this many different messages have come: an open transaction delays later changes. */
async function followUntil(count: number, scope: string, from: string, perPage = 100) {
  const items: Change[] = [];
  let cursor = from;
  await until(`${count} messages are read`, async () => {
    const more = await follow(scope, cursor, perPage);
    items.push(...more.items);
    cursor = more.cursor;
    return new Set(items.map(({ messageUuid }) => messageUuid)).size === count;
  });
  return { items, cursor };
}

const hourAgo = () => new Date(cell().now().getTime() - 3_600_000).toISOString();
const statusesOf = (items: readonly Change[]) => [...new Set(items.map(({ status }) => status))];

describe('GET /messages with updatedSince', () => {
  covers('message.list.updatedSince');
  test('returns every message again after its change, and none twice', async () => {
    const id = await shop.create(5);
    const scope = `dispatchId=${id}`;
    const created = await followUntil(5, scope, hourAgo(), 2);
    expect([created.items.length, statusesOf(created.items)]).toEqual([5, ['CREATED']]);
    expect((await follow(scope, created.cursor)).items).toEqual([]);
    await shop.start(id);
    await shop.untilStatus(id, 'COMPLETED');
    const ended = await followUntil(5, scope, created.cursor, 2);
    const last = new Map(ended.items.map(({ messageUuid, status }) => [messageUuid, status]));
    expect([...last.values()]).toEqual(Array(5).fill('DELIVERED'));
    expect((await follow(scope, ended.cursor)).items).toEqual([]);
  });

  test('covers the dispatches of a company, and excludes those of another', async () => {
    const other = await givenShop(cell());
    await other.create(2);
    const own = await givenShop(cell());
    const scope = `companyId=${own.companyId}`;
    tokens.set(scope, own.token);
    const ids = [await own.create(2), await own.create(1)];
    const { items, cursor } = await followUntil(3, scope, hourAgo(), 1);
    expect(items).toHaveLength(3);
    for (const id of ids) await own.start(id);
    for (const id of ids) await own.untilStatus(id, 'COMPLETED');
    await followUntil(3, scope, cursor);
  });

  covers('message.list.updatedSince.complete');
  test('waits for an uncommitted change, although later ones are committed', async () => {
    const [early, late] = [await shop.create(1), await shop.create(1)];
    const scope = `companyId=${shop.companyId}`;
    const { cursor } = await followUntil(await countMessagesOf(cell(), shop.companyId), scope, hourAgo());
    const slow = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const first = inTransaction(cell().platform.db, async (tx) => {
      await touchDispatch(tx, early);
      held.resolve();
      await slow.promise;
    });
    await held.promise;
    await inTransaction(cell().platform.db, (tx) => touchDispatch(tx, late));
    const meanwhile = await follow(scope, cursor);
    expect(meanwhile.items).toEqual([]);
    slow.resolve();
    await first;
    expect((await followUntil(2, scope, meanwhile.cursor)).items).toHaveLength(2);
  });

  test('misses nothing of a dispatch that is read while it is sent', async () => {
    const id = await shop.create(400);
    const scope = `dispatchId=${id}`;
    const last = new Map<string, string>();
    await shop.start(id);
    let cursor = hourAgo();
    await until('all messages were read as delivered', async () => {
      const answer = await ask(scope, cursor, 50);
      cursor = answer.nextCursor;
      for (const { messageUuid, status } of answer.items) last.set(messageUuid, status);
      return last.size === 400 && [...last.values()].every((status) => status === 'DELIVERED');
    });
    await shop.untilStatus(id, 'COMPLETED');
  });

  test('refuses a cursor of transactions that the database does not know', async () => {
    const { cursor } = await follow(`companyId=${shop.companyId}`, hourAgo());
    const [version, from, ...rest] = Buffer.from(cursor, 'base64url').toString().split('.');
    const ahead = Buffer.from([version, BigInt(from ?? 0) + 1_000_000n, ...rest].join('.')).toString('base64url');
    const reply = await cell().call('GET', `/messages?companyId=${shop.companyId}&updatedSince=${ahead}`, {
      token: shop.token,
    });
    expect([reply.status, textAt(Object(reply.body).error, 'msg')]).toEqual([
      400,
      'Bad Request: updatedSince must be a valid cursor of this list; start again with a time',
    ]);
  });
});
