// GET /v1/message: every filter, the order, pages. Messages are made once; no worker runs, so they wait.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi } from '../given/api.ts';
import { openCountriesFor, priceCountries } from '../given/destinations.ts';
import { givenSeller, registerName, type Seller } from '../given/sending.ts';

let api: Api;
let seller: Seller;
const made = new Map<string, string>();
let dispatchId: number;

/** Names of the test's messages a query selects, in the order of the alphabet. */
const named = async (query: string) => {
  const names = new Map([...made].map(([name, uuid]) => [uuid, name]));
  const uuids = await seller.ids(`per_page=1000&${query}`);
  return uuids.map((uuid) => names.get(uuid) ?? uuid).toSorted();
};

async function make(name: string, change: object): Promise<void> {
  made.set(name, await seller.sendOne(change));
}

beforeAll(async () => {
  api = await givenApi();
  seller = await givenSeller(api);
  await priceCountries(api, 7);
  await openCountriesFor(api, seller.partnerId, ['*']);
  const owner = { companyId: seller.companyId, token: seller.token };
  await registerName(api, owner, { senderName: 'Viber', channelType: 'VIBER' });
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
  test('message_uuid finds a message by its id [messaging.list.filter.message_uuid]', async () => {
    expect(await named(`message_uuid=${uuidOf('boris')}`)).toEqual(['boris']);
    expect(await named(`message_uuid=${other}`)).toEqual([]);
  });

  test("message_uuid finds it by the client's own id too [messaging.list.filter.message_uuid.external messaging.version.v21]", async () => {
    expect(await named('message_uuid=a-1')).toEqual(['anna']);
  });

  test('message_uuid repeated finds any of them [messaging.list.filter.message_uuid.repeated]', async () => {
    expect(await named(`message_uuid=${uuidOf('boris')}&message_uuid=a-1`)).toEqual(['anna', 'boris']);
  });

  test("external_message_id finds by the client's own id only [messaging.list.filter.external_message_id]", async () => {
    expect(await named('external_message_id=a-1')).toEqual(['anna']);
    expect(await named(`external_message_id=${uuidOf('anna')}`)).toEqual([]);
  });

  test('dispatch separates single messages from those of dispatches [messaging.list.filter.dispatch.true messaging.list.filter.dispatch.false messaging.version.v13]', async () => {
    expect(await named('dispatch=true')).toEqual(['dispatch']);
    expect(await named('dispatch=false')).toEqual(allBut('dispatch'));
  });

  test('direction is outbound unless said, and may be repeated [messaging.list.filter.direction.default messaging.list.filter.direction.outbound messaging.list.filter.direction.repeated messaging.version.v13]', async () => {
    expect(await named('')).toEqual(all());
    expect(await named('direction=outbound')).toEqual(all());
    expect(await named('direction=inbound')).toEqual([]);
    expect(await named('direction=inbound&direction=outbound')).toEqual(all());
  });

  test('country_code selects by the country of the number [messaging.list.filter.country_code messaging.version.v11]', async () => {
    expect(await named('country_code=BY')).toEqual(['foreign']);
    expect(await named('country_code=RU')).toEqual(allBut('foreign'));
  });

  test('ready_to_stop=true selects what waits, false selects nothing in particular [messaging.list.filter.ready_to_stop messaging.list.filter.ready_to_stop.false messaging.version.v11]', async () => {
    expect(await named('ready_to_stop=true')).toEqual(allBut('unsent'));
    expect(await named('ready_to_stop=false')).toEqual(all());
  });

  test('content finds a part of the text, in any case, all of several [messaging.list.filter.content messaging.list.filter.content.repeated]', async () => {
    expect(await named('content=HELLO')).toEqual(['anna', 'boris']);
    expect(await named('content=hello&content=anna')).toEqual(['anna']);
    expect(await named('content=%25')).toEqual([]);
  });

  test('content_nor leaves out texts with a part, each of several [messaging.list.filter.content_nor messaging.list.filter.content_nor.repeated messaging.version.v9]', async () => {
    expect(await named('content_nor=HELLO')).toEqual(allBut('anna', 'boris'));
    expect(await named('content_nor=anna&content_nor=boris')).toEqual(allBut('anna', 'boris'));
  });

  test('root=true leaves plain messages in, root=false has none of them [messaging.list.filter.root.true messaging.list.filter.root.false]', async () => {
    expect(await named('root=true')).toEqual(all());
    expect(await named('root=false')).toEqual([]);
  });

  test('time_from and time_to bound the sending, or when unsent was set; what waits drops out [messaging.list.filter.time messaging.list.filter.time.sending]', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString().replace(/\.\d+Z/, 'Z');
    expect(await named(`time_from=${at(-3_600_000)}`)).toEqual(['unsent']);
    expect(await named(`time_from=${at(-3_600_000)}&time_to=${at(60_000)}`)).toEqual(['unsent']);
    expect(await named(`time_to=${at(-3_600_000)}`)).toEqual([]);
    expect(await named(`time_from=${at(60_000)}`)).toEqual([]);
  });

  test.each<[string, () => string, () => string[]]>([
    [
      'dispatch_id [messaging.list.filter.dispatch_id]',
      () => `dispatch_id=${dispatchId}&dispatch_id=1`,
      () => ['dispatch'],
    ],
    [
      'destination [messaging.list.filter.destination]',
      () => 'destination=79161230002&destination=375291234567',
      () => ['boris', 'foreign'],
    ],
    ['status sending [messaging.list.filter.status]', () => 'status=sending', () => allBut('unsent')],
    ['status unsent [messaging.list.filter.status]', () => 'status=unsent', () => ['unsent']],
    ['status repeated [messaging.list.filter.status]', () => 'status=unsent&status=sending', all],
    [
      'traffic_center_id [messaging.list.filter.traffic_center_id messaging.center.of-key]',
      () => `traffic_center_id=${seller.actor.trafficCenterId}`,
      all,
    ],
    [
      'traffic_center_id of nobody [messaging.list.filter.traffic_center_id]',
      () => 'traffic_center_id=999999',
      () => [],
    ],
    ['tags [messaging.list.filter.tags messaging.send.param.tags]', () => 'tags=red', () => ['anna']],
    ['tags repeated [messaging.list.filter.tags]', () => 'tags=red&tags=blue', () => ['anna', 'boris']],
    ['sending_method [messaging.list.filter.sending_method]', () => 'sending_method=API&sending_method=UI', all],
    [
      'sending_method of others [messaging.list.filter.sending_method messaging.version.v26]',
      () => 'sending_method=VERIFIER_API&sending_method=VERIFIER_WIDGET',
      () => [],
    ],
    ['channel_type [messaging.list.filter.channel_type]', () => 'channel_type=VIBER&channel_type=VK', () => ['viber']],
    [
      'traffic_type [messaging.list.filter.traffic_type]',
      () => 'traffic_type=SERVICE&traffic_type=TRANSACT',
      () => ['claimed'],
    ],
    ['template_id [messaging.list.filter.template_id]', () => 'template_id=999999', () => []],
    [
      'sender_name [messaging.list.filter.sender_name]',
      () => 'sender_name=Second&sender_name=Viber',
      () => ['other-name', 'viber'],
    ],
  ])('%s selects', async (_statement, query, names) => {
    expect(await named(query())).toEqual(names());
  });

  test('of one kind and of another are joined with AND [messaging.list.filters-joined]', async () => {
    expect(await named('content=hello&tags=red')).toEqual(['anna']);
    expect(await named('content=hello&channel_type=VIBER')).toEqual([]);
  });

  test('that nobody knows is ignored [messaging.list.filter.unknown-ignored]', async () => {
    expect(await named('colour=red')).toEqual(all());
  });

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
  ])(
    'with the bad value %s is refused [messaging.list.filter.bad-value messaging.list.sort.unknown]',
    async (query) => {
      const reply = await seller.ask('GET', `/message?${query}`);
      expect(reply).toMatchObject({ status: 400, body: { error: { code: 4000 } } });
    },
  );
});

describe('pages', () => {
  test('have page 1 of 100 unless said, in the envelope of lists [messaging.list.page.default messaging.list.per_page.default messaging.list.200.envelope messaging.limits.page-size-messages messaging.limits.page-number]', async () => {
    const { page, perPage, total, items } = await seller.list();
    expect([page, perPage, total, items.length]).toEqual([1, 100, made.size, made.size]);
  });

  test('are cut as asked, and past the end there is nothing [messaging.list.past-the-end]', async () => {
    const whole = await seller.ids();
    expect(await seller.ids('page=2&per_page=3')).toEqual(whole.slice(3, 6));
    expect(await seller.list('page=50&per_page=3')).toMatchObject({ page: 50, items: [], total: made.size });
  });

  test('take perPage too, and per_page before it [messaging.list.per_page.alias]', async () => {
    expect(await seller.list('perPage=2')).toMatchObject({ perPage: 2 });
    expect(await seller.list('perPage=2&per_page=3')).toMatchObject({ perPage: 3 });
  });

  test('reach 10,000 messages, not one more [messaging.list.product-rule messaging.list.per_page.range]', async () => {
    for (const query of ['page=1&per_page=10000', 'page=100&per_page=100', 'page=10000&per_page=1'])
      expect([query, (await seller.ask('GET', `/message?${query}`)).status]).toEqual([query, 200]);
    for (const query of ['per_page=10001', 'page=101', 'page=2&per_page=5001'])
      expect([query, (await seller.ask('GET', `/message?${query}`)).status]).toEqual([query, 400]);
  });
});

describe('the order', () => {
  test('is the newest first unless said [messaging.list.sort.default messaging.list.sort.created_time]', async () => {
    const newestFirst = await seller.ids();
    expect(newestFirst).toEqual(await seller.ids('sort=-created_time'));
    expect(newestFirst.toReversed()).toEqual(await seller.ids('sort=created_time'));
    expect(newestFirst.indexOf(uuidOf('boris'))).toBeLessThan(newestFirst.indexOf(uuidOf('anna')));
  });

  test.each([
    ['sent_time [messaging.list.sort.sent_time]', 'sent_time'],
    ['status_time [messaging.list.sort.status_time]', 'status_time'],
  ])('may be by %s, both ways', async (_statement, sort) => {
    for (const query of [`sort=${sort}`, `sort=-${sort}`]) expect(await named(query)).toEqual(all());
  });
});

describe('one message', () => {
  test('is shown alone [messaging.get.200]', async () => {
    expect(await seller.message(uuidOf('anna'))).toMatchObject({ messageUuid: uuidOf('anna'), content: 'Hello Anna' });
  });

  test('that is not there is 404, by its name [messaging.get.404]', async () => {
    expect(await seller.ask('GET', `/message/${other}`)).toMatchObject({
      status: 404,
      body: { error: { code: 4040, msg: `Message ${other} not found` } },
    });
  });

  test('of another account is neither shown nor listed [messaging.get.foreign messaging.list.own-only]', async () => {
    const stranger = await givenSeller(api);
    const uuid = uuidOf('anna');
    const reply = await stranger.ask('GET', `/message/${uuid}`);
    expect(reply).toMatchObject({ status: 404, body: { error: { code: 4040, msg: `Message ${uuid} not found` } } });
    expect(await stranger.list(`message_uuid=${uuid}`)).toMatchObject({ total: 0, items: [] });
  });

  test('is listed exactly as it is shown alone [messaging.list.get]', async () => {
    const { items } = await seller.list(`message_uuid=${uuidOf('anna')}`);
    expect(items).toEqual([await seller.message(uuidOf('anna'))]);
  });
});
