// GET /v1/message: every filter, the order, pages. Messages are created once; no worker runs, so they wait.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, sharedApi } from '../../given/api.ts';
import { openCountriesFor, priceCountries } from '../../given/destinations.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';

let api: Api;
let seller: Seller;
const made = new Map<string, string>();
let dispatchId: number;

/** Names of the test's messages that a query selects, in alphabetical order. */
const named = async (query: string) => {
  const names = new Map([...made].map(([name, uuid]) => [uuid, name]));
  const uuids = await seller.ids(`per_page=1000&${query}`);
  return uuids.map((uuid) => names.get(uuid) ?? uuid).toSorted();
};

async function make(name: string, change: object): Promise<void> {
  made.set(name, await seller.sendOne(change));
}

beforeAll(async () => {
  api = await sharedApi();
  seller = await givenSeller(api);
  await priceCountries(api, 7);
  await openCountriesFor(api, seller.partnerId, ['*']);
  const owner = { companyId: seller.companyId, token: seller.token };
  await registerName(api, owner, { senderName: 'Viber', channelType: 'VIBER' });
  await registerName(api, owner, { senderName: 'Second' });
  await make('anna', { content: 'Hello Anna', externalMessageId: 'a-1', tags: ['red', 'blue'] });
  await make('boris', { content: 'hello boris', destination: '79161230002', tags: ['blue'] });
  await make('foreign', { content: 'Good day', destination: '375291234567' });
  await make('claimed', { content: 'Code 1', trafficType: 'SERVICE' });
  await make('viber', { channelType: 'VIBER', senderName: 'Viber', content: { contentType: 'text', text: 'Viber' } });
  await make('other-name', { senderName: 'Second' });
  await api.call('PUT', '/recipients', {
    token: seller.token,
    body: { companyId: seller.companyId, msisdn: '79161230453', blacklist: true },
  });
  await make('unsent', { destination: '79161230453' });
  const dispatch = await seller.dispatch('Of a dispatch', ['79161230099']);
  dispatchId = dispatch.dispatchId;
  made.set('dispatch', dispatch.uuids[0] ?? '');
});
afterAll(() => api.close());

const all = () => [...made.keys()].toSorted();
const allBut = (...names: string[]) => all().filter((name) => !names.includes(name));
const uuidOf = (name: string) => made.get(name) ?? '';
const other = '00000000-0000-4000-8000-000000000000';

describe('the filter', () => {
  covers('messaging.list.filter.message_uuid');
  test('message_uuid finds a message by its id', async () => {
    expect(await named(`message_uuid=${uuidOf('boris')}`)).toEqual(['boris']);
    expect(await named(`message_uuid=${other}`)).toEqual([]);
  });

  covers('messaging.list.filter.message_uuid.external', 'messaging.version.v21');
  test("message_uuid finds a message by the client's own id too", async () => {
    expect(await named('message_uuid=a-1')).toEqual(['anna']);
  });

  covers('messaging.list.filter.message_uuid.repeated');
  test('message_uuid repeated finds any of them', async () => {
    expect(await named(`message_uuid=${uuidOf('boris')}&message_uuid=a-1`)).toEqual(['anna', 'boris']);
  });

  covers('messaging.list.filter.external_message_id');
  test("external_message_id finds by the client's own id only", async () => {
    expect(await named('external_message_id=a-1')).toEqual(['anna']);
    expect(await named(`external_message_id=${uuidOf('anna')}`)).toEqual([]);
  });

  covers('messaging.list.filter.dispatch.true', 'messaging.list.filter.dispatch.false', 'messaging.version.v13');
  test('dispatch separates single messages from those of dispatches', async () => {
    expect(await named('dispatch=true')).toEqual(['dispatch']);
    expect(await named('dispatch=false')).toEqual(allBut('dispatch'));
  });

  covers(
    'messaging.list.filter.direction.default',
    'messaging.list.filter.direction.outbound',
    'messaging.list.filter.direction.repeated',
    'messaging.version.v13',
  );
  test('direction is outbound by default, and may be repeated', async () => {
    expect(await named('')).toEqual(all());
    expect(await named('direction=outbound')).toEqual(all());
    expect(await named('direction=inbound')).toEqual([]);
    expect(await named('direction=inbound&direction=outbound')).toEqual(all());
  });

  covers('messaging.list.filter.country_code', 'messaging.version.v11');
  test('country_code selects by the country of the number', async () => {
    expect(await named('country_code=BY')).toEqual(['foreign']);
    expect(await named('country_code=RU')).toEqual(allBut('foreign'));
  });

  covers('messaging.list.filter.ready_to_stop', 'messaging.list.filter.ready_to_stop.false', 'messaging.version.v11');
  test('ready_to_stop=true selects waiting messages, false does not filter', async () => {
    expect(await named('ready_to_stop=true')).toEqual(allBut('unsent'));
    expect(await named('ready_to_stop=false')).toEqual(all());
  });

  covers('messaging.list.filter.content', 'messaging.list.filter.content.repeated');
  test('content finds a part of the text, case-insensitive, with all of several parts', async () => {
    expect(await named('content=HELLO')).toEqual(['anna', 'boris']);
    expect(await named('content=hello&content=anna')).toEqual(['anna']);
    expect(await named('content=%25')).toEqual([]);
  });

  covers('messaging.list.filter.content_nor', 'messaging.list.filter.content_nor.repeated', 'messaging.version.v9');
  test('content_nor excludes texts with any of several parts', async () => {
    expect(await named('content_nor=HELLO')).toEqual(allBut('anna', 'boris'));
    expect(await named('content_nor=anna&content_nor=boris')).toEqual(allBut('anna', 'boris'));
  });

  covers('messaging.list.filter.root.true', 'messaging.list.filter.root.false');
  test('root=true includes plain messages, root=false excludes them', async () => {
    expect(await named('root=true')).toEqual(all());
    expect(await named('root=false')).toEqual([]);
  });

  covers('messaging.list.filter.time', 'messaging.list.filter.time.sending');
  test('time_from and time_to limit the time of sending, or of unsent; waiting messages are excluded', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString().replace(/\.\d+Z/, 'Z');
    expect(await named(`time_from=${at(-3_600_000)}`)).toEqual(['unsent']);
    expect(await named(`time_from=${at(-3_600_000)}&time_to=${at(60_000)}`)).toEqual(['unsent']);
    expect(await named(`time_to=${at(-3_600_000)}`)).toEqual([]);
    expect(await named(`time_from=${at(60_000)}`)).toEqual([]);
  });

  covers(
    'messaging.list.filter.dispatch_id',
    'messaging.list.filter.destination',
    'messaging.list.filter.status',
    'messaging.list.filter.traffic_center_id',
    'messaging.center.of-key',
    'messaging.list.filter.tags',
    'messaging.send.param.tags',
    'messaging.list.filter.sending_method',
    'messaging.version.v26',
    'messaging.list.filter.channel_type',
    'messaging.list.filter.traffic_type',
    'messaging.list.filter.template_id',
    'messaging.list.filter.sender_name',
  );
  test.each<[string, () => string, () => string[]]>([
    ['dispatch_id', () => `dispatch_id=${dispatchId}&dispatch_id=1`, () => ['dispatch']],
    ['destination', () => 'destination=79161230002&destination=375291234567', () => ['boris', 'foreign']],
    ['status sending', () => 'status=sending', () => allBut('unsent')],
    ['status unsent', () => 'status=unsent', () => ['unsent']],
    ['status repeated', () => 'status=unsent&status=sending', all],
    ['traffic_center_id', () => `traffic_center_id=${seller.actor.trafficCenterId}`, all],
    ['traffic_center_id that does not exist', () => 'traffic_center_id=999999', () => []],
    ['tags', () => 'tags=red', () => ['anna']],
    ['tags repeated', () => 'tags=red&tags=blue', () => ['anna', 'boris']],
    ['sending_method', () => 'sending_method=API&sending_method=UI', all],
    ['sending_method of the verifier', () => 'sending_method=VERIFIER_API&sending_method=VERIFIER_WIDGET', () => []],
    ['channel_type', () => 'channel_type=VIBER&channel_type=VK', () => ['viber']],
    ['traffic_type', () => 'traffic_type=SERVICE&traffic_type=TRANSACT', () => ['claimed']],
    ['template_id', () => 'template_id=999999', () => []],
    ['sender_name', () => 'sender_name=Second&sender_name=Viber', () => ['other-name', 'viber']],
  ])('%s selects the matching messages', async (_statement, query, names) => {
    expect(await named(query())).toEqual(names());
  });

  covers('messaging.list.filters-joined');
  test('of different kinds are joined with AND', async () => {
    expect(await named('content=hello&tags=red')).toEqual(['anna']);
    expect(await named('content=hello&channel_type=VIBER')).toEqual([]);
  });

  covers('messaging.list.filter.unknown-ignored');
  test('that is unknown is ignored', async () => {
    expect(await named('colour=red')).toEqual(all());
  });

  covers('messaging.list.filter.bad-value', 'messaging.list.sort.unknown');
  test.each([
    'status=SENT',
    'direction=sideways',
    'root=yes',
    'dispatch=1',
    'ready_to_stop=TRUE',
    'time_from=yesterday',
    'time_to=2026-01-01',
    'channel_type=FAX',
    'traffic_type=SPAM',
    'sending_method=FAX',
    'dispatch_id=x',
    'traffic_center_id=x',
    'sort=price',
    'page=0',
    'page=x',
    'per_page=0',
  ])('with the invalid value %s is refused', async (query) => {
    const reply = await seller.ask('GET', `/message?${query}`);
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 4000 } } });
  });
});

describe('pages', () => {
  covers(
    'messaging.list.page.default',
    'messaging.list.per_page.default',
    'messaging.list.200.envelope',
    'messaging.limits.page-size-messages',
    'messaging.limits.page-number',
  );
  test('are page 1 of 100 messages by default, in the envelope of lists', async () => {
    const { page, perPage, total, items } = await seller.list();
    expect([page, perPage, total, items.length]).toEqual([1, 100, made.size, made.size]);
  });

  covers('messaging.list.past-the-end');
  test('have the requested size, and are empty past the end', async () => {
    const whole = await seller.ids();
    expect(await seller.ids('page=2&per_page=3')).toEqual(whole.slice(3, 6));
    expect(await seller.list('page=50&per_page=3')).toMatchObject({ page: 50, items: [], total: made.size });
  });

  covers('messaging.list.per_page.alias');
  test('accept perPage too, and prefer per_page', async () => {
    expect(await seller.list('perPage=2')).toMatchObject({ perPage: 2 });
    expect(await seller.list('perPage=2&per_page=3')).toMatchObject({ perPage: 3 });
  });

  covers('messaging.list.product-rule', 'messaging.list.per_page.range');
  test('reach exactly 10,000 messages', async () => {
    for (const query of ['page=1&per_page=10000', 'page=100&per_page=100', 'page=10000&per_page=1'])
      expect([query, (await seller.ask('GET', `/message?${query}`)).status]).toEqual([query, 200]);
    for (const query of ['per_page=10001', 'page=101', 'page=2&per_page=5001'])
      expect([query, (await seller.ask('GET', `/message?${query}`)).status]).toEqual([query, 400]);
  });
});

describe('the order', () => {
  covers('messaging.list.sort.default', 'messaging.list.sort.created_time');
  test('is newest first by default', async () => {
    const newestFirst = await seller.ids();
    expect(newestFirst).toEqual(await seller.ids('sort=-created_time'));
    expect(newestFirst.toReversed()).toEqual(await seller.ids('sort=created_time'));
    expect(newestFirst.indexOf(uuidOf('boris'))).toBeLessThan(newestFirst.indexOf(uuidOf('anna')));
  });

  covers('messaging.list.sort.sent_time', 'messaging.list.sort.status_time');
  test.each([
    ['sent_time', 'sent_time'],
    ['status_time', 'status_time'],
  ])('may be by %s, ascending and descending', async (_statement, sort) => {
    for (const query of [`sort=${sort}`, `sort=-${sort}`]) expect(await named(query)).toEqual(all());
  });
});

describe('a single message', () => {
  covers('messaging.get.200');
  test('is shown alone', async () => {
    expect(await seller.message(uuidOf('anna'))).toMatchObject({ messageUuid: uuidOf('anna'), content: 'Hello Anna' });
  });

  covers('messaging.get.404');
  test('that does not exist answers 404 with its id', async () => {
    expect(await seller.ask('GET', `/message/${other}`)).toMatchObject({
      status: 404,
      body: { error: { code: 4040, msg: `Message ${other} not found` } },
    });
  });

  covers('messaging.get.foreign', 'messaging.list.own-only');
  test('of another account is neither shown nor listed', async () => {
    const stranger = await givenSeller(api);
    const uuid = uuidOf('anna');
    const reply = await stranger.ask('GET', `/message/${uuid}`);
    expect(reply).toMatchObject({ status: 404, body: { error: { code: 4040, msg: `Message ${uuid} not found` } } });
    expect(await stranger.list(`message_uuid=${uuid}`)).toMatchObject({ total: 0, items: [] });
  });

  covers('messaging.list.get');
  test('is listed exactly as it is shown alone', async () => {
    const { items } = await seller.list(`message_uuid=${uuidOf('anna')}`);
    expect(items).toEqual([await seller.message(uuidOf('anna'))]);
  });
});
