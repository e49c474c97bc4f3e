// The search field finds numbers, ids and names that the user may see, and none of another partner.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useSharedCell } from '../given/cell.ts';
import { type Console, givenPartnerUser, givenStaffConsole, type PartnerUser } from '../given/people/console.ts';
import { givenSeller } from '../given/people/seller.ts';
import { givenShop, type Shop } from '../given/people/shop.ts';

const cell = useSharedCell();

type Found = {
  readonly number: { digits: string; blacklisted: number[] } | null;
  readonly messages: { messageUuid: string; destination: string }[];
  readonly dispatches: { id: number }[];
  readonly companies: { id: number }[];
  readonly senders: { senderName: string }[];
  readonly keys: { keyId: string }[];
  readonly partners: { id: number }[];
};

/** The client has checked the reply against the contract. */
const find = async (who: Console, q: string) => (await who.get(`/search?q=${encodeURIComponent(q)}`)).body as Found;

async function userOf(shop: Pick<Shop, 'partnerId'>, role: 'admin' | 'reader' = 'admin'): Promise<PartnerUser> {
  return givenPartnerUser(cell(), { role, partner: { partnerId: shop.partnerId, login: '', password: '', token: '' } });
}

test('finds a number in any form, a message, a dispatch, a company and a name', async () => {
  await cell().link('mts');
  const shop = await givenShop(cell(), { senderName: 'Romashka1' });
  const id = await shop.create(3, { name: 'Autumn sale' });
  const user = await userOf(shop);
  const [message] = await shop.messages(id);
  for (const form of ['79161230000', '8 (916) 123-00-00', '+7 916 1230000']) {
    const found = await find(user, form);
    expect(found.number).toEqual({ digits: '79161230000', blacklisted: [] });
    expect(found.messages).toMatchObject([{ messageUuid: message?.messageUuid, destination: '79161230000' }]);
  }
  expect((await find(user, '916 123-00-00')).number).toEqual({
    digits: '79161230000',
    addedSeven: true,
    blacklisted: [],
  });
  expect((await find(user, message?.messageUuid.toUpperCase() ?? '')).messages).toHaveLength(1);
  for (const q of ['umn SA', `#${id}`, String(id).padStart(2, '0')])
    expect((await find(user, q)).dispatches).toContainEqual(expect.objectContaining({ id }));
  for (const q of ['compan', '77000']) expect((await find(user, q)).companies).toMatchObject([{ id: shop.companyId }]);
  expect((await find(user, 'romash')).senders).toMatchObject([{ senderName: 'Romashka1' }]);
  expect(await find(user, '100%_')).toMatchObject({ dispatches: [], companies: [], senders: [], keys: [] });
  expect((await user.get('/search?q=a')).status).toBe(400);
});

test("finds the client's own id and the beginning of a key", async () => {
  await cell().link('mts');
  const seller = await givenSeller(cell());
  const externalId = randomUUID();
  await seller.sendOne({ externalMessageId: externalId });
  const user = await userOf(seller);
  expect((await find(user, externalId)).messages).toHaveLength(1);
  const [key] = await cell().sql<{ id: string }>('select key_id as id from api_keys where company_id = $1', [
    seller.companyId,
  ]);
  expect((await find(user, key?.id.slice(0, 6) ?? '')).keys).toContainEqual(
    expect.objectContaining({ keyId: key?.id }),
  );
});

test('hides numbers and results from roles without the right', async () => {
  await cell().link('mts');
  const shop = await givenShop(cell());
  await shop.create(1);
  const reader = await userOf(shop, 'reader');
  const found = await find(reader, '79161230000');
  expect(found.messages).toMatchObject([{ destination: '7916•••0000' }]);
  expect((await find(reader, 'key')).keys).toEqual([]);
});

test('finds nothing of another partner; staff find companies and partners', async () => {
  await cell().link('mts');
  const [shop, other] = [await givenShop(cell()), await givenShop(cell())];
  const id = await shop.create(1, { name: 'Secret of one' });
  const [message] = await shop.messages(id);
  const stranger = await userOf(other);
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
