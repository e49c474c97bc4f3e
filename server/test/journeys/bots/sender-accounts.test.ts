// Two sender names share a link; one has an account of its own at the provider. Its requests are signed with the
// account, and an account that the provider refuses or throttles holds its own messages only.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { putLink } from '../../../src/features/operator-links/own-links.ts';
import { useCell } from '../../given/cell.ts';
import { givenPartnerUser, type PartnerUser } from '../../given/people/console.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { actionsOf, type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { linkNamed } from '../../given/rows/links.ts';
import { messageStatusOf } from '../../given/rows/messages.ts';
import { searchTables } from '../../given/secret-search.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ settings: { moderation: 'auto', submitTimeoutMs: 1_000, inDoubtWaitMs: 500 } });

const SECRET = 'TheFirstSecretOfShop';
const NEW_SECRET = 'TheOtherSecretOfShop';
const LOST_SECRET = 'TheWrongSecretOfShop';

type Account = { readonly state: string; readonly problem: string | null; readonly values: object };
type Shown = { readonly use: string; readonly account: Account | null; readonly test?: object };

let seller: Seller;
let user: PartnerUser;
let staff: GivenStaff;
let shop: number;
let club: number;
const replies: string[] = [];
const logged: string[] = [];

beforeAll(async () => {
  await cell().channel('VIBER');
  seller = await givenSeller(cell(), { brands: [] });
  shop = await registerName(cell(), seller, { channelType: 'VIBER', senderName: 'Shop' });
  club = await registerName(cell(), seller, { channelType: 'VIBER', senderName: 'Club' });
  const partner = { partnerId: seller.partnerId, token: seller.token, login: '', password: '' };
  user = await givenPartnerUser(cell(), { role: 'admin', partner });
  staff = await givenStaff(cell(), 'admin');
});

beforeEach(() => {
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    vi.spyOn(cell().platform.log, level).mockImplementation((...line: unknown[]) => {
      logged.push(JSON.stringify(line, (_, value: unknown) => (value instanceof Error ? String(value.stack) : value)));
    });
});
afterEach(() => void vi.restoreAllMocks());

const channels = () => cell().operators.channels;
const customer = (account: string, secret: string, change?: { readonly throttled: boolean }) =>
  channels().customer(account, secret, change);

async function asked(method: 'get' | 'put' | 'remove', id: number, values?: object): Promise<Shown> {
  const reply = await user[method](`/senders/${id}/account`, values && { values });
  replies.push(reply.text);
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.body as Shown; // checked against the contract by the client
}

const putShop = (secret: string) => asked('put', shop, { account: 'shop', secret });
const send = (senderName: string) =>
  seller.sendOne({ channelType: 'VIBER', senderName, destination: '70001000000', content: 'Hi' });

const statusOf = (id: string) => messageStatusOf(cell(), id);

const untilDelivered = (id: string) =>
  until(`message ${id} is delivered`, async () => (await statusOf(id)) === 'DELIVERED');
const untilState = (state: string) =>
  until(`the account is ${state}`, async () => {
    const { account } = await asked('get', shop);
    return account?.state === state && account;
  });

async function lastCustomer(senderName: string): Promise<string | undefined> {
  const received = await cell().operators.received('viber');
  return received.filter(({ source }) => source === senderName).at(-1)?.customer;
}

const isLinkUp = async () => (await linkNamed(cell(), 'viber')).bound;

describe('a sender name with an account', () => {
  test('signs with it, while the other names of the link sign with the account of the link', async () => {
    await customer('shop', SECRET);
    expect(await asked('get', shop)).toMatchObject({ use: 'optional', account: null });
    expect(await putShop(SECRET)).toMatchObject({
      account: { state: 'ready', problem: null, values: { account: 'shop' } },
      test: { state: 'accepted' },
    });
    const ids = [await send('Shop'), await send('Club')];
    for (const id of ids) await untilDelivered(id);
    expect([await lastCustomer('Shop'), await lastCustomer('Club')]).toEqual(['shop', undefined]);
  });

  test('waits alone when the provider refuses the account, and goes on with new values', async () => {
    await customer('shop', NEW_SECRET);
    const first = await send('Shop');
    const { problem } = await untilState('refused');
    expect(problem).toBe('answered 401: not authenticated');
    const [second, other] = [await send('Shop'), await send('Club')];
    await untilDelivered(other);
    await cell().settle();
    expect([await statusOf(first), await statusOf(second), await isLinkUp()]).toEqual(['CREATED', 'CREATED', true]);
    expect(await putShop(NEW_SECRET)).toMatchObject({ account: { state: 'ready', problem: null } });
    for (const id of [first, second]) await untilDelivered(id);
    expect(await lastCustomer('Shop')).toBe('shop');
  });

  test('waits alone while the provider throttles the account', async () => {
    await customer('shop', NEW_SECRET, { throttled: true });
    const id = await send('Shop');
    await untilState('paused');
    await untilDelivered(await send('Club'));
    expect(await statusOf(id)).toBe('CREATED');
    await customer('shop', NEW_SECRET);
    await untilDelivered(id);
  });

  test('is refused at once when new values do not pass the test', async () => {
    expect(await putShop(LOST_SECRET)).toMatchObject({
      account: { state: 'refused', problem: 'answered 401: not authenticated' },
      test: { state: 'refused', reason: 'answered 401: not authenticated' },
    });
    const id = await send('Shop');
    await cell().settle();
    expect(await statusOf(id)).toBe('CREATED');
    await putShop(NEW_SECRET);
    await untilDelivered(id);
  });

  test('goes under the account of the link after its own is removed', async () => {
    expect(await asked('remove', shop)).toMatchObject({ use: 'optional', account: null });
    await untilDelivered(await send('Shop'));
    expect(await lastCustomer('Shop')).toBeUndefined();
    expect(await putShop(NEW_SECRET)).toMatchObject({ test: { state: 'accepted' } });
    await untilDelivered(await send('Shop'));
    expect(await lastCustomer('Shop')).toBe('shop');
  });
});

describe('the account of a sender name', () => {
  test('of another partner is not found', async () => {
    const stranger = await givenPartnerUser(cell());
    const body = { values: { account: 'mine', secret: SECRET } };
    const answers = [
      await stranger.get(`/senders/${shop}/account`),
      await stranger.put(`/senders/${shop}/account`, body),
      await stranger.remove(`/senders/${shop}/account`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await asked('get', shop)).toMatchObject({ account: { values: { account: 'shop' } } });
  });

  test.each([
    [{ account: 'shop' }, 'values.secret'],
    [{ account: 'shop\r\nx: y', secret: SECRET }, 'values.account'],
    [{ account: 'shop', secret: SECRET, url: 'http://evil.example' }, 'values.url'],
  ])('is refused with the values %j', async (values, field) => {
    const { status, body } = await user.put(`/senders/${club}/account`, { values });
    expect([status, body]).toMatchObject([400, { error: { details: [{ field }] } }]);
    expect(await asked('get', club)).toMatchObject({ account: null });
  });

  test('is refused for a channel without providers that take accounts', async () => {
    const sms = await registerName(cell(), seller, { senderName: 'Sms' });
    expect(await asked('get', sms)).toMatchObject({ use: 'none', account: null });
    const { status } = await user.put(`/senders/${sms}/account`, { values: { account: 'shop', secret: SECRET } });
    expect(status).toBe(400);
  });

  test('is stored although the provider cannot be reached', async () => {
    const { account, secret } = channels();
    await putLink(cell().platform, {
      protocol: 'VOLLEY_HTTP',
      name: 'away',
      channelType: 'VK',
      brands: [0],
      url: 'http://127.0.0.1:9',
      systemId: account,
      password: secret,
      ratePerSecond: null,
      windowSize: 1,
      verifyToken: null,
      senderNames: {},
    });
    const id = await registerName(cell(), seller, { channelType: 'VK', senderName: 'Away' });
    expect(await asked('put', id, { account: 'shop', secret: SECRET })).toMatchObject({
      account: { state: 'ready' },
      test: { state: 'unreachable' },
    });
  });

  test('is of the kind that the partner chooses where providers of several protocols carry the channel', async () => {
    await cell().channel('TELEGRAM');
    await cell().channel('TELEGRAM', { name: 'bots', protocol: 'TELEGRAM_BOT', url: cell().operators.bots.url });
    const id = await registerName(cell(), seller, { channelType: 'TELEGRAM', senderName: 'shop_bot' });
    const kinds = [
      { protocol: 'VOLLEY_HTTP', fields: [{ name: 'account' }, { name: 'secret' }] },
      { protocol: 'TELEGRAM_BOT', fields: [{ name: 'token' }] },
    ];
    // Messages of a name without an account go over the provider that needs none.
    expect(await asked('get', id)).toMatchObject({ use: 'optional', kinds, account: null });
    const token = '220201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
    const put = (body: object) => user.put(`/senders/${id}/account`, body);
    expect((await put({ values: { token } })).status).toBe(400);
    expect((await put({ values: { token }, protocol: 'MAX_BOT' })).status).toBe(400);
    const chosen = await put({ values: { token }, protocol: 'TELEGRAM_BOT' });
    expect([chosen.status, chosen.body]).toMatchObject([
      200,
      { use: 'required', fields: [{ name: 'token' }], kinds: kinds.toReversed(), test: { state: 'accepted' } },
    ]);
    // Without a protocol the values are those of the present account.
    expect((await put({ values: { token } })).body).toMatchObject({ account: { state: 'ready' } });
    expect(await asked('remove', id)).toMatchObject({ use: 'optional', kinds, account: null });
  });

  test('is managed by staff, who choose the link; their log has no secret', async () => {
    const viber = await linkNamed(cell(), 'viber');
    const path = `/senders/${shop}/account`;
    const body = { values: { account: 'shop', secret: NEW_SECRET }, linkId: viber.id };
    const put = await staff.ask('PUT', path, body);
    expect([put.status, put.body]).toMatchObject([200, { link: { name: 'viber' }, test: { state: 'accepted' } }]);
    expect((await staff.ask('PUT', path, { ...body, linkId: 2_000_000_000 })).status).toBe(404);
    const got = await staff.ask('GET', path);
    replies.push(put.text, got.text);
    const actions = await actionsOf(cell().platform, staff.staffId);
    expect(actions).toMatchObject([{ action: 'sender-account.put', subjectId: String(shop) }]);
    replies.push(JSON.stringify(actions));
  });

  test('has its secrets in no reply, no log line and no table', async () => {
    const secrets = [SECRET, NEW_SECRET, LOST_SECRET];
    expect(replies.length).toBeGreaterThan(10);
    expect(logged.some((line) => line.includes('account of a sender name refused'))).toBe(true);
    for (const text of [...replies, ...logged]) expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(await searchTables(cell(), secrets)).toEqual([]);
  });
});
