// One question finds whatever somebody has at hand, within what they may see and never beyond their partner.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useCell } from '../given/cell.ts';
import { type Cabinet, type Console, givenCabinet, givenStaffConsole } from '../given/console.ts';
import { givenSeller } from '../given/sending.ts';
import { givenShop, type Shop } from '../given/shop.ts';

const cell = useCell();

type Found = {
  readonly number: { digits: string; blacklisted: number[] } | null;
  readonly messages: { messageUuid: string; destination: string }[];
  readonly dispatches: { id: number }[];
  readonly companies: { id: number }[];
  readonly senders: { senderName: string }[];
  readonly keys: { keyId: string }[];
  readonly partners: { id: number }[];
};

/** Held against the contract when it came. */
const find = async (who: Console, q: string) => (await who.get(`/search?q=${encodeURIComponent(q)}`)).body as Found;

async function cabinetOf(shop: Pick<Shop, 'partnerId'>, role: 'admin' | 'reader' = 'admin'): Promise<Cabinet> {
  return givenCabinet(cell(), { role, partner: { partnerId: shop.partnerId, login: '', password: '', token: '' } });
}

test('a number in any form, a message, a dispatch, a company, a name', async () => {
  await cell().link('mts');
  const shop = await givenShop(cell(), { senderName: 'Romashka1' });
  const id = await shop.create(3, { name: 'Autumn sale' });
  const cabinet = await cabinetOf(shop);
  const [message] = await shop.messages(id);
  for (const form of ['79161230000', '8 (916) 123-00-00', '+7 916 1230000']) {
    const found = await find(cabinet, form);
    expect(found.number).toEqual({ digits: '79161230000', blacklisted: [] });
    expect(found.messages).toMatchObject([{ messageUuid: message?.messageUuid, destination: '79161230000' }]);
  }
  expect((await find(cabinet, '916 123-00-00')).number).toEqual({
    digits: '79161230000',
    addedSeven: true,
    blacklisted: [],
  });
  expect((await find(cabinet, message?.messageUuid.toUpperCase() ?? '')).messages).toHaveLength(1);
  for (const q of ['umn SA', `#${id}`, String(id).padStart(2, '0')])
    expect((await find(cabinet, q)).dispatches).toContainEqual(expect.objectContaining({ id }));
  for (const q of ['compan', '77000'])
    expect((await find(cabinet, q)).companies).toMatchObject([{ id: shop.companyId }]);
  expect((await find(cabinet, 'romash')).senders).toMatchObject([{ senderName: 'Romashka1' }]);
  expect(await find(cabinet, '100%_')).toMatchObject({ dispatches: [], companies: [], senders: [], keys: [] });
  expect((await cabinet.get('/search?q=a')).status).toBe(400);
});

test("the client's own id and the beginning of a key", async () => {
  await cell().link('mts');
  const seller = await givenSeller(cell());
  const externalId = randomUUID();
  await seller.sendOne({ externalMessageId: externalId });
  const cabinet = await cabinetOf(seller);
  expect((await find(cabinet, externalId)).messages).toHaveLength(1);
  const [key] = await cell().sql<{ id: string }>('select key_id as id from api_keys where company_id = $1', [
    seller.companyId,
  ]);
  expect((await find(cabinet, key?.id.slice(0, 6) ?? '')).keys).toContainEqual(
    expect.objectContaining({ keyId: key?.id }),
  );
});

test('a role sees what it may, numbers hidden where they must be', async () => {
  await cell().link('mts');
  const shop = await givenShop(cell());
  await shop.create(1);
  const reader = await cabinetOf(shop, 'reader');
  const found = await find(reader, '79161230000');
  expect(found.messages).toMatchObject([{ destination: '7916•••0000' }]);
  expect((await find(reader, 'key')).keys).toEqual([]);
});

test('nothing of another partner; staff find companies and partners', async () => {
  await cell().link('mts');
  const [shop, other] = [await givenShop(cell()), await givenShop(cell())];
  const id = await shop.create(1, { name: 'Secret of one' });
  const [message] = await shop.messages(id);
  const stranger = await cabinetOf(other);
  for (const q of ['Secret of one', `#${id}`, message?.messageUuid ?? '', '79161230000'])
    expect(await find(stranger, q)).toMatchObject({ messages: [], dispatches: [] });
  const admin = await givenStaffConsole(cell(), 'admin');
  expect((await find(admin, `#${shop.partnerId}`)).partners).toContainEqual(
    expect.objectContaining({ id: shop.partnerId }),
  );
  expect((await find(admin, '7700000001')).companies.length).toBeGreaterThan(1);
  expect((await find(admin, message?.messageUuid ?? '')).messages).toMatchObject([{ destination: '7916•••0000' }]);
  const sre = await givenStaffConsole(cell(), 'sre');
  expect(await find(sre, '7700000001')).toMatchObject({ companies: [], partners: [] });
});
