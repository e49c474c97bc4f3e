// The list of all messages, its totals and its export, and the card of one message, over the whole engine.
import type * as contract from '@volley/contract/console/messages.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import type { PartnerRole } from '@volley/domain/people/partner-role.ts';
import { describe, expect, test } from 'vitest';
import { uuidV7 } from '../../src/platform/uuid-v7.ts';
import { givenCompany } from '../given/api.ts';
import { useCell } from '../given/cell.ts';
import { type Console, givenPartnerUser } from '../given/people/console.ts';
import { givenSeller } from '../given/people/seller.ts';
import { givenShop, recipients, type Shop } from '../given/people/shop.ts';
import { until } from '../given/until.ts';

type List = ReplyOf<typeof contract.listMessages>;
type Card = ReplyOf<typeof contract.getMessage>;

const cell = useCell({ settings: { testMode: true } });

const userOf = ({ partnerId, token }: Pick<Shop, 'partnerId' | 'token'>, role: PartnerRole = 'admin') =>
  givenPartnerUser(cell(), { role, partner: { partnerId, token, login: '', password: '' } });

async function list(user: Console, query = ''): Promise<List> {
  const reply = await user.get(`/messages?${query}`);
  if (reply.status !== 200) throw new Error(`GET /messages?${query} answered ${reply.status}: ${reply.text}`);
  return reply.body as List; // checked against the contract by the client
}

async function card(user: Console, uuid: string): Promise<Card> {
  const reply = await user.get(`/messages/${uuid}`);
  if (reply.status !== 200) throw new Error(`GET /messages/${uuid} answered ${reply.status}: ${reply.text}`);
  return reply.body as Card; // checked against the contract by the client
}

/** 20 messages: 18 of MTS, one of them blocked after its acceptance, and 2 of other operators under the same name. */
async function givenTraffic() {
  await cell().link('mts');
  const shop = await givenShop(cell(), { budget: 1_000 });
  const others = ['79031230001', '79261230001'].map((destination) => ({ destination }));
  const id = await shop.create(0, { messages: [...recipients(18), ...others], text: 'Hi, {x}'.replace('{x}', 'you') });
  const blocked = recipients(1)[0]?.destination ?? '';
  await cell().call('PUT', '/recipients', {
    token: shop.token,
    body: { companyId: shop.companyId, msisdn: blocked, blacklist: true },
  });
  return { shop, id, blocked };
}

describe('the list of messages', () => {
  test('has the same counts by state as the dispatch, before, during and after sending', async () => {
    const { shop, id } = await givenTraffic();
    const user = await userOf(shop);
    expect(await list(user, `dispatch=${id}&state=queued`)).toMatchObject({ total: 20, range: null });
    await shop.start(id);
    await until(
      'MTS has delivered its messages',
      async () => (await list(user, `dispatch=${id}&state=delivered`)).total >= 17,
    );
    const totals = async (query: string) => {
      const states = ['queued', 'withOperator', 'delivered', 'failed'];
      const all = await Promise.all(states.map((state) => list(user, `${query}&state=${state}&perPage=200`)));
      for (const [at, { total, items }] of all.entries()) {
        expect(items).toHaveLength(total);
        expect(items.every(({ state }) => state === states[at])).toBe(true);
      }
      return all.map(({ total }) => total);
    };
    const ofDispatch = await totals(`dispatch=${id}`);
    expect(ofDispatch.reduce((sum, total) => sum + total)).toBe(20);
    expect((await list(user, `dispatch=${id}`)).total).toBe(20);
    // The totals over all traffic of the partner equal the count message by message.
    expect(await totals(`company=${shop.companyId}`)).toEqual(ofDispatch);
    expect(await totals(`dispatch=${id}&operator=MTS,BEELINE,MEGAFON,TELE2,OTHER`)).toEqual(ofDispatch);
    expect(await totals(`dispatch=${id}&from=2020-01-01T00:00:00Z`)).toEqual(ofDispatch);
  });

  test('is filtered by operator, error, number in any form, sender, text and status', async () => {
    const { shop, id, blocked } = await givenTraffic();
    const user = await userOf(shop);
    await shop.start(id);
    await until('one message has failed', async () => (await list(user, `dispatch=${id}&state=failed`)).total > 0);
    const total = async (query: string) => (await list(user, query)).total;
    expect(await total('operator=MTS')).toBe(18);
    expect(await total('operator=BEELINE')).toBe(1);
    expect(await total('error=453')).toBe(1);
    expect(await total('error=453&status=FAILED&state=delivered')).toBe(0);
    const spelled = `+7 (${blocked.slice(1, 4)}) ${blocked.slice(4, 7)}-${blocked.slice(7)}`;
    expect((await list(user, `destination=${encodeURIComponent(spelled)}`)).items).toMatchObject([
      { destination: blocked, errorCode: 453, state: 'failed', dispatch: { id, name: 'July' }, operator: 'MTS' },
    ]);
    expect(await total('destination=nonsense')).toBe(0);
    expect(await total('sender=Shop')).toBe(20);
    expect(await total('sender=Other')).toBe(0);
    expect(await total('q=hi%2C%20YOU')).toBe(20);
    expect(await total('q=nothing')).toBe(0);
    expect(await total('channel=VIBER')).toBe(0);
    expect(await total('read=true')).toBe(0);
    expect(await total('clicked=false')).toBe(20);
  });

  test('has single messages and replies, newest first', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    const companyId = await givenCompany(cell(), shop.token);
    const seller = await givenSeller(cell(), { company: { ...shop, companyId } });
    await shop.create(3);
    const uuid = await seller.sendOne({ externalMessageId: 'order-7', tags: ['spring'] });
    await seller.untilStatus(uuid, 'delivered');
    const { dispatchId } = await seller.dispatch('Sale', ['79161230005']);
    // The lists below are compared with each other: no message may change between them.
    await cell().settle();
    await cell().sql(
      `insert into inbound_messages (id, company_id, link_id, provider_message_id, created_at, sent_at, channel_type, traffic_center_id, sender_name, destination, text)
       select $2, $1, 1, 'in-1', now(), now(), 'WHATSAPP', c.id, 'Shop', 79161230001, 'Thanks' from traffic_centers c where c.company_id = $1`,
      [companyId, uuidV7(cell().now().getTime())],
    );
    const user = await userOf(shop);
    const all = await list(user, 'direction=all');
    expect(all.total).toBe(6);
    expect(all.items.map(({ direction }) => direction)).toEqual(['inbound', ...Array(5).fill('outbound')]);
    expect(all.items.map(({ dispatch }) => dispatch?.id ?? null).slice(0, 3)).toEqual([null, dispatchId, null]);
    expect((await list(user)).total).toBe(5);
    expect((await list(user, 'direction=inbound')).items).toMatchObject([{ text: 'Thanks', state: null, price: null }]);
    expect((await list(user, 'externalId=order-7')).items).toMatchObject([
      { messageUuid: uuid, externalId: 'order-7' },
    ]);
    expect((await list(user, 'tag=spring')).total).toBe(1);
    expect((await list(user, `company=${shop.companyId}&direction=all`)).total).toBe(3);
    const pages = await Promise.all([1, 2, 3].map((page) => list(user, `direction=all&perPage=2&page=${page}`)));
    expect(pages.flatMap(({ items }) => items)).toEqual(all.items);
    const file = (await user.get('/messages/export?direction=all')).text.trim().split('\r\n').slice(1);
    const ids = file.map((line) => line.split(',')[0]);
    expect(new Set(ids)).toEqual(new Set(all.items.map(({ messageUuid }) => messageUuid)));
    expect(ids).toHaveLength(all.total);
    const reply = await card(user, all.items[0]?.messageUuid ?? '');
    expect(reply).toMatchObject({ direction: 'inbound', reason: null, callbacks: null, priceTrail: null });
  });

  test('shows the last seven days by default, and counts across the bounds of a period', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    const id = await shop.create(4);
    const first = cell().now();
    await cell().advance(8 * 86_400);
    const user = await userOf(shop);
    expect(await list(user)).toMatchObject({ total: 0, range: { isDefault: true } });
    expect(await list(user, `dispatch=${id}`)).toMatchObject({ total: 4, range: null });
    await cell().call('POST', `/dispatches/${id}/messages`, {
      token: shop.token,
      body: { messages: recipients(3, 79_161_240_000) },
    });
    // The dispatch began before the period and went on within it.
    expect(await list(user)).toMatchObject({ total: 3, items: [{}, {}, {}] });
    const from = new Date(first.getTime() - 3_600_000).toISOString();
    expect(await list(user, `from=${from}`)).toMatchObject({ total: 7, range: { isDefault: false } });
    expect((await list(user, `from=${from}&to=${new Date(first.getTime() + 3_600_000).toISOString()}`)).total).toBe(4);
  });

  test('pages through a dispatch to its end', async () => {
    const shop = await givenShop(cell());
    const user = await userOf(shop);
    const id = await shop.create(205);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(user, `dispatch=${id}&perPage=100&page=${page}`)));
    expect(pages.map(({ items }) => items.length)).toEqual([100, 100, 5, 0]);
    expect(pages[0]).toMatchObject({ total: 205, reachable: 205 });
    const numbers = pages.flatMap(({ items }) => items).map(({ destination }) => destination);
    expect(numbers).toEqual(
      recipients(205)
        .map(({ destination }) => destination)
        .toReversed(),
    );
  });

  test('masks numbers and hides money from roles without the right', async () => {
    const shop = await givenShop(cell());
    await shop.create(1);
    const [shown] = (await list(await userOf(shop, 'reader'))).items;
    expect(shown).toMatchObject({ destination: '7916•••0000', price: null });
    const reader = await card(await userOf(shop, 'reader'), shown?.messageUuid ?? '');
    expect(reader).toMatchObject({ destination: '7916•••0000', priceTrail: null });
    expect(JSON.stringify(reader)).not.toContain('79161230000');
    expect(reader.raw).not.toHaveProperty('price');
  });

  test('has no messages of other partners', async () => {
    const [shop, other] = [await givenShop(cell()), await givenShop(cell())];
    const id = await other.create(2);
    const [theirs] = await other.messages(id);
    const user = await userOf(shop);
    expect(await list(user)).toMatchObject({ total: 0, items: [] });
    expect(await list(user, `dispatch=${id}`)).toMatchObject({ total: 0, items: [] });
    expect(await list(user, `company=${other.companyId}`)).toMatchObject({ total: 0, items: [] });
    expect((await user.get(`/messages/${theirs?.messageUuid}`)).status).toBe(404);
    expect((await user.get(`/messages/export?dispatch=${id}`)).text.trim().split('\n')).toHaveLength(1);
  });
});

describe('the export', () => {
  test('has the selection, dispatch by dispatch, safe to open in a spreadsheet', async () => {
    const shop = await givenShop(cell());
    const id = await shop.create(2_050, { text: '=cmd;"x"' });
    await shop.create(1, { text: 'Other' });
    const user = await userOf(shop);
    const reply = await user.get(`/messages/export?dispatch=${id}&lang=ru`);
    expect(reply.headers.get('content-disposition')).toMatch(/filename\*=UTF-8''test-messages-\d{4}-\d\d-\d\d\.csv$/);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = reply.text.trim().split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFF?UUID;Создано;/);
    expect(lines).toHaveLength(2_051);
    expect(new Set(lines.map((line) => line.split(';')[0])).size).toBe(2_051);
    expect(lines[1]).toContain(`;"'=cmd;""x"""`);
    const all = (await user.get('/messages/export')).text.trim().split('\r\n');
    expect(all).toHaveLength(2_052);
    expect(all[0]).toMatch(/^\uFEFF?UUID,Created,/);
  });
});

describe('the card of a message', () => {
  test('shows times with gaps, the price from estimate to end, the sender and the callbacks', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell(), { budget: 1_000 });
    const callback = { callbackUrl: cell().sink.url('/hook'), callbackEvents: ['sent', 'delivered', 'failed'] };
    const id = await shop.run(1, { text: 'Привет', ...callback });
    await shop.untilStatus(id, 'COMPLETED');
    const user = await userOf(shop);
    const [row] = (await list(user, `dispatch=${id}`)).items;
    const shown = await until('the callback is in the log', async () => {
      const found = await card(user, row?.messageUuid ?? '');
      return found.callbacks?.events.every(({ attempts }) => attempts.length > 0) && found;
    });
    expect(shown.timeline.map(({ step }) => step)).toEqual(['created', 'queued', 'sent', 'delivered']);
    expect(shown.timeline[0]?.gapMs).toBeNull();
    expect(shown.timeline.slice(1).every(({ gapMs }) => gapMs !== null && gapMs >= 0)).toBe(true);
    expect(shown).toMatchObject({ encoding: 'UCS2', parts: 1, text: 'Привет', isPriceFinal: true });
    const price = row?.price?.value;
    expect(shown.priceTrail).toMatchObject({
      estimate: { value: price },
      settled: { value: price },
      spent: { value: price },
    });
    expect(shown.reason).toMatchObject({ match: 'brand', numberFoundBy: 'range', numberOperator: 'MTS' });
    expect(shown.reason?.candidates).toMatchObject([{ isChosen: true, senderName: 'Shop' }]);
    expect(shown.callbacks).toMatchObject({ precision: 'time', wanted: ['sent', 'delivered', 'failed'] });
    expect(shown.callbacks?.events.map(({ kind }) => kind)).toEqual(['sent', 'delivered']);
    expect(shown.raw).toMatchObject({ messageUuid: row?.messageUuid, status: 'DELIVERED', brandId: 1, price });
  });

  test('of the messaging API names the requests that carried each event', async () => {
    await cell().link('mts');
    const seller = await givenSeller(cell());
    const user = await userOf(seller);
    const uuid = await seller.sendOne({ callbackUrl: cell().sink.url('/hook'), callbackEvents: ['sent', 'delivered'] });
    await seller.untilStatus(uuid, 'delivered');
    const shown = await until('both events are delivered', async () => {
      const found = await card(user, uuid);
      const told = found.callbacks?.events.filter(({ attempts }) => attempts.some(({ status }) => status === 200));
      return told?.length === 2 && found;
    });
    expect(shown.callbacks).toMatchObject({ precision: 'event', url: cell().sink.url('/hook') });
    expect(shown.raw).toMatchObject({ messageUuid: uuid, status: 'delivered', destination: '79161230001' });
    expect(shown.raw).toEqual(await seller.message(uuid));
  });

  test('shows the next try of a refused callback', async () => {
    await cell().link('mts');
    cell().sink.answer('/closed', () => 503);
    const shop = await givenShop(cell());
    const id = await shop.run(1, { callbackUrl: cell().sink.url('/closed'), callbackEvents: ['delivered'] });
    await shop.untilStatus(id, 'COMPLETED');
    const user = await userOf(shop);
    const [row] = (await list(user, `dispatch=${id}`)).items;
    const event = await until('the first try has failed', async () => {
      const [told] = (await card(user, row?.messageUuid ?? '')).callbacks?.events ?? [];
      return told?.attempts.some(({ status }) => status === 503) && told;
    });
    expect(event).toMatchObject({ kind: 'delivered', isWaiting: true });
    expect(event.nextTryAt).not.toBeNull();
  });

  test('of a cascade shows the steps that may follow', async () => {
    await cell().link('mts');
    const seller = await givenSeller(cell());
    const user = await userOf(seller);
    const next = { channelType: 'SMS', senderName: 'Shop', content: 'Once more' };
    const uuid = await seller.sendOne({ cascade: [next] });
    await seller.untilStatus(uuid, 'delivered');
    const [first, second] = (await card(user, uuid)).cascade;
    expect(first).toMatchObject({ step: 1, messageUuid: uuid, isThis: true, state: 'delivered' });
    expect(second).toMatchObject({ step: 2, messageUuid: null, state: null, condition: 'not_delivered' });
  });
});
