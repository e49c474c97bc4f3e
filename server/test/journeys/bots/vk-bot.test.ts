// Messages of a community of VK to its subscribers: accepted counts as delivered, people who do not allow messages get
// nothing, a refused token holds its own messages only, and a lost answer makes no second message. Names without a
// community go by number over another link.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { until } from '../../given/until.ts';

const COUNT = 300;
const TOKEN = 'vk1.a.f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq-0Adm8';
const SECRET = 'aQx31kTh78sPq0Zm';
const COMMUNITY = 'shop';
const CALM = { lostAnswerPercent: 0, throttledPercent: 0, failedPercent: 0, callsPerSecond: 20 };

const cell = useCell({ settings: { moderation: 'auto', submitTimeoutMs: 5_000, inDoubtWaitMs: 1_000 } });

let seller: Seller;
let staff: GivenStaff;
let senderId: number;

beforeAll(async () => {
  const { url } = cell().operators.vkBots;
  await cell().channel('VK', { protocol: 'VK_BOT', url, windowSize: 20 });
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  staff = await givenStaff(cell(), 'admin');
  senderId = await registerName(cell(), seller, { channelType: 'VK', senderName: COMMUNITY });
});
beforeEach(() => cell().operators.vkBots.behave(CALM));

const putAccount = async () => {
  const values = { token: TOKEN, confirmation: '6a80b0d1', secret: SECRET };
  const reply = await staff.ask('PUT', `/senders/${senderId}/account`, { values });
  expect([reply.status, reply.text.includes(TOKEN), reply.text.includes(SECRET)]).toEqual([200, false, false]);
  return reply.body;
};

const accountOf = async () => {
  const { body } = await staff.ask('GET', `/senders/${senderId}/account`);
  return (body as { account: { state: string; problem: string | null } }).account; // checked by the client
};

const numberOf = (userId: number) => String(79_160_000_000 + userId);

async function upload(userIds: readonly number[]): Promise<void> {
  const subscribers = userIds.map((userId) => ({ subscriberId: String(userId), destination: numberOf(userId) }));
  const body = { channelType: 'VK', senderName: COMMUNITY, subscribers };
  expect((await seller.ask('POST', '/subscribers', body, 'SYSTEM')).status).toBe(200);
}

async function statusOfSubscriber(userId: number): Promise<string | undefined> {
  const path = `/subscribers?channel_type=VK&subscriber_id=${userId}`;
  const { body } = await seller.ask('GET', path, undefined, 'SYSTEM');
  return (body as { items: { status: string }[] }).items[0]?.status; // checked against the contract by the client
}

const send = (userId: number, change: object = {}) =>
  seller.sendOne({ channelType: 'VK', senderName: COMMUNITY, destination: numberOf(userId), content: 'Hi', ...change });

const untilFinal = (id: string) =>
  until(`message ${id} is final`, async () => {
    const [row] = await cell().sql<{ status: number; error_code: number | null; provider_code: string | null }>(
      'select status, error_code, provider_code from messages where id = $1',
      [id],
    );
    return row !== undefined && row.status > 1 && row;
  });

const receivedBy = async (userId: number) =>
  (await cell().operators.received('vk-bot')).filter(({ destination }) => destination === String(userId));

test('messages wait until the name has a community', async () => {
  await upload([100]);
  const id = await send(100);
  await cell().settle();
  expect(await receivedBy(100)).toEqual([]);
  expect(await putAccount()).toMatchObject({ account: { state: 'ready' }, test: { state: 'accepted' } });
  expect(await untilFinal(id)).toMatchObject({ status: 2 });
});

describe('a message of a community', () => {
  test('that VK has accepted counts as delivered, has its price, and its callbacks say so', async () => {
    await upload([200]);
    const before = await seller.balance();
    const content = {
      contentType: 'text',
      text: 'Your parcel has arrived',
      keyboard: { buttons: [{ type: 'url', text: 'Track', value: 'https://shop.example/p/4711' }] },
    };
    const callbackUrl = cell().sink.url('/vk');
    const id = await send(200, { content, callbackUrl, callbackEvents: ['sent', 'delivered', 'price'] });
    expect(await untilFinal(id)).toEqual({ status: 2, error_code: null, provider_code: 'accepted' });
    const { price, ...shown } = await seller.message(id);
    expect(shown).toMatchObject({ channelType: 'VK', status: 'delivered', content: content.text });
    const { totalPrice } = price as { totalPrice: number }; // checked against the contract by the client
    expect(totalPrice).toBeGreaterThan(0);
    expect(await seller.balance()).toBeCloseTo(before - totalPrice, 2);
    const [received] = await receivedBy(200);
    expect(received).toMatchObject({ text: content.text });
    const parameters = received?.content as { keyboard: string } | undefined; // those of the call
    expect(JSON.parse(parameters?.keyboard ?? '')).toEqual({
      inline: true,
      buttons: [[{ action: { type: 'open_link', label: 'Track', link: 'https://shop.example/p/4711' } }]],
    });
    const told = await until('three callbacks have arrived', () => {
      const events = cell()
        .sink.received('/vk')
        .flatMap(({ items }) => items);
      return events.length >= 3 && events;
    });
    expect(told).toHaveLength(3);
    expect(new Set(told.map((event) => event['callback_event']))).toEqual(new Set(['sent', 'price', 'delivered']));
    expect(told.every((event) => event['message_uuid'] === id && event['channel_type'] === 'VK')).toBe(true);
    expect(told.find((event) => event['callback_event'] === 'price')).toMatchObject({ price: totalPrice });
  });

  test('to a number without a subscriber is not sent, and costs nothing', async () => {
    const before = await seller.balance();
    expect(await untilFinal(await send(300))).toMatchObject({ status: 3, error_code: 149 });
    expect([await receivedBy(300), await seller.balance()]).toEqual([[], before]);
  });

  test.each([
    [413, 149, 'STOPPED'],
    [417, 150, 'STOPPED'],
    [412, 149, 'GONE'],
  ])('to person %i fails with %i, and the subscriber is %s', async (userId, errorCode, status) => {
    await upload([userId]);
    expect(await untilFinal(await send(userId))).toMatchObject({ error_code: errorCode });
    await until('the subscriber has ended', async () => (await statusOfSubscriber(userId)) === status);
    expect(await untilFinal(await send(userId))).toMatchObject({ status: 3, error_code: 149, provider_code: null });
  });

  test('to a person whose privacy forbids it fails with 149, and the subscriber stays', async () => {
    await upload([419]);
    expect(await untilFinal(await send(419))).toMatchObject({
      error_code: 149,
      provider_code: expect.stringMatching(/^902 /),
    });
    expect(await statusOfSubscriber(419)).toBe('ACTIVE');
  });

  test('is delivered after a pause that VK demands', async () => {
    await upload([514]);
    expect(await untilFinal(await send(514))).toMatchObject({ status: 2 });
    expect(await receivedBy(514)).toHaveLength(1);
  });

  test('whose answer was lost is delivered once, under the same random_id', async () => {
    await upload([515]);
    const before = await cell().operators.vkBots.counters();
    expect(await untilFinal(await send(515))).toMatchObject({ status: 2 });
    const after = await cell().operators.vkBots.counters();
    expect([after.answersLost - before.answersLost, after.repeated - before.repeated]).toEqual([1, 1]);
    expect(await receivedBy(515)).toHaveLength(1);
  });

  test('fails with 152 when VK fails at every try, and the next one is delivered', async () => {
    await upload([601, 602]);
    await cell().operators.vkBots.behave({ failedPercent: 100 });
    expect(await untilFinal(await send(601))).toMatchObject({
      status: 3,
      error_code: 152,
      provider_code: '10 Internal server error',
    });
    await cell().operators.vkBots.behave(CALM);
    expect(await untilFinal(await send(602))).toMatchObject({ status: 2 });
  });
});

describe('a token', () => {
  test.each([
    ['revoked', 700, 'answered 5 User authorization failed: invalid access_token (4).'],
    ['limited', 701, 'answered 15 Access denied: no access to call this method'],
  ] as const)('that is %s holds the messages of its community, with the words of VK', async (change, userId, words) => {
    await upload([userId]);
    await cell().operators.vkBots.changeToken(TOKEN, { [change]: true });
    const id = await send(userId);
    await until('the account is refused', async () => {
      const { state, problem } = await accountOf();
      return state === 'refused' && problem === words;
    });
    expect(await statusOfSubscriber(userId)).toBe('ACTIVE');
    await cell().operators.vkBots.changeToken(TOKEN, {});
    await putAccount();
    expect(await untilFinal(id)).toMatchObject({ status: 2 });
  });

  test('without the right to messages is refused when it is saved', async () => {
    await cell().operators.vkBots.changeToken(TOKEN, { limited: true });
    expect(await putAccount()).toMatchObject({
      test: { state: 'refused', reason: 'answered without the right messages' },
    });
    await cell().operators.vkBots.changeToken(TOKEN, {});
    expect(await putAccount()).toMatchObject({ test: { state: 'accepted' } });
  });
});

test('a dispatch under faults reaches everybody once', async () => {
  const userIds = Array.from({ length: COUNT }, (_, at) => 1_000_000 + at * 100);
  await upload(userIds);
  const { vkBots } = cell().operators;
  const before = await vkBots.counters();
  await vkBots.behave({ lostAnswerPercent: 3, throttledPercent: 1, failedPercent: 2, callsPerSecond: 0 });
  const { dispatchId } = await seller.dispatch('Hi', userIds.map(numberOf), {
    channelType: 'VK',
    senderName: COMMUNITY,
  });
  await until('no message waits', async () => {
    const rows = await cell().sql('select id from messages where dispatch_id = $1 and status < 2 limit 1', [
      dispatchId,
    ]);
    return rows.length === 0;
  });
  const after = await vkBots.counters();
  const received = await cell().operators.received('vk-bot');
  const counts = userIds.map((id) => received.filter(({ destination }) => destination === String(id)).length);
  const [failed] = await cell().sql<{ count: number }>(
    'select count(*)::int as count from messages where dispatch_id = $1 and error_code = 152',
    [dispatchId],
  );
  expect(counts.filter((count) => count > 1)).toEqual([]);
  expect(counts.filter((count) => count === 0)).toHaveLength(failed?.count ?? 0);
  expect(after.answersLost - before.answersLost).toBeGreaterThan(0);
});

test('a name without a community goes by number over another link, and needs no subscriber', async () => {
  await cell().channel('VK', { name: 'vk-partner' });
  await registerName(cell(), seller, { channelType: 'VK', senderName: 'Partner' });
  const id = await send(800, { senderName: 'Partner' });
  await until('the partner has the message', async () =>
    (await cell().operators.received('vk')).some(({ destination }) => destination === numberOf(800)),
  );
  expect(await receivedBy(800)).toEqual([]);
  expect(await seller.message(id)).toMatchObject({ senderName: 'Partner' });
});
