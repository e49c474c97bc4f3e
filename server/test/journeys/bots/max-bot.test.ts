// Messages of a bot of MAX to its subscribers: accepted counts as delivered, people without a dialogue get nothing, people
// who have stopped the bot are not written to again, and a refused token holds its own messages only.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { until } from '../../given/until.ts';

const COUNT = 300;
const TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8-1bZZEHdRy6';
const BOT = 'shop_bot';
const CALM = { lostAnswerPercent: 0, throttledPercent: 0, failedPercent: 0, callsPerSecond: 30 };

const cell = useCell({ settings: { moderation: 'auto', submitTimeoutMs: 5_000, inDoubtWaitMs: 1_000 } });

let seller: Seller;
let staff: GivenStaff;
let senderId: number;

beforeAll(async () => {
  const { url } = cell().operators.maxBots;
  await cell().channel('MAX', { protocol: 'MAX_BOT', url, windowSize: 20 });
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  staff = await givenStaff(cell(), 'admin');
  senderId = await registerName(cell(), seller, { channelType: 'MAX', senderName: BOT });
});
beforeEach(() => cell().operators.maxBots.behave(CALM));

const putToken = async () => {
  const reply = await staff.ask('PUT', `/senders/${senderId}/account`, { values: { token: TOKEN } });
  expect([reply.status, reply.text.includes(TOKEN)]).toEqual([200, false]);
  return reply.body;
};

const numberOf = (userId: number) => String(79_160_000_000 + userId);

async function upload(userIds: readonly number[]): Promise<void> {
  const subscribers = userIds.map((userId) => ({ subscriberId: String(userId), destination: numberOf(userId) }));
  const body = { channelType: 'MAX', senderName: BOT, subscribers };
  expect((await seller.ask('POST', '/subscribers', body, 'SYSTEM')).status).toBe(200);
}

async function statusOfSubscriber(userId: number): Promise<string | undefined> {
  const path = `/subscribers?channel_type=MAX&subscriber_id=${userId}`;
  const { body } = await seller.ask('GET', path, undefined, 'SYSTEM');
  return (body as { items: { status: string }[] }).items[0]?.status; // checked against the contract by the client
}

const send = (userId: number, change: object = {}) =>
  seller.sendOne({ channelType: 'MAX', senderName: BOT, destination: numberOf(userId), content: 'Hi', ...change });

const untilFinal = (id: string) =>
  until(`message ${id} is final`, async () => {
    const [row] = await cell().sql<{ status: number; error_code: number | null; provider_code: string | null }>(
      'select status, error_code, provider_code from messages where id = $1',
      [id],
    );
    return row !== undefined && row.status > 1 && row;
  });

const receivedBy = async (userId: number) =>
  (await cell().operators.received('max-bot')).filter(({ destination }) => destination === String(userId));

test('messages wait until the name has a bot', async () => {
  await upload([100]);
  const id = await send(100);
  await cell().settle();
  expect(await receivedBy(100)).toEqual([]);
  expect(await putToken()).toMatchObject({ account: { state: 'ready' }, test: { state: 'accepted' } });
  expect(await untilFinal(id)).toMatchObject({ status: 2 });
});

describe('a message of a bot', () => {
  test('that MAX has accepted counts as delivered, has its price, and its callbacks say so', async () => {
    await upload([200]);
    const before = await seller.balance();
    const content = {
      contentType: 'text',
      text: 'Your parcel has arrived',
      imageUrl: 'https://shop.example/parcel.png',
      keyboard: { buttons: [{ type: 'url', text: 'Track', value: 'https://shop.example/p/4711' }] },
    };
    const callbackUrl = cell().sink.url('/max');
    const id = await send(200, { content, callbackUrl, callbackEvents: ['sent', 'delivered', 'price'] });
    expect(await untilFinal(id)).toEqual({ status: 2, error_code: null, provider_code: 'accepted' });
    const { price, ...shown } = await seller.message(id);
    expect(shown).toMatchObject({ channelType: 'MAX', status: 'delivered', content: content.text });
    const { totalPrice } = price as { totalPrice: number }; // checked against the contract by the client
    expect(totalPrice).toBeGreaterThan(0);
    expect(await seller.balance()).toBeCloseTo(before - totalPrice, 2);
    expect(await receivedBy(200)).toMatchObject([
      {
        text: content.text,
        content: {
          attachments: [
            { type: 'image', payload: { url: content.imageUrl } },
            {
              type: 'inline_keyboard',
              payload: { buttons: [[{ type: 'link', text: 'Track', url: 'https://shop.example/p/4711' }]] },
            },
          ],
        },
      },
    ]);
    const told = await until('three callbacks have arrived', () => {
      const events = cell()
        .sink.received('/max')
        .flatMap(({ items }) => items);
      return events.length >= 3 && events;
    });
    expect(told).toHaveLength(3);
    expect(new Set(told.map((event) => event['callback_event']))).toEqual(new Set(['sent', 'price', 'delivered']));
    expect(told.every((event) => event['message_uuid'] === id && event['channel_type'] === 'MAX')).toBe(true);
    expect(told.find((event) => event['callback_event'] === 'price')).toMatchObject({ price: totalPrice });
  });

  test('to a number without a subscriber is not sent, and costs nothing', async () => {
    const before = await seller.balance();
    expect(await untilFinal(await send(300))).toMatchObject({ status: 3, error_code: 149 });
    expect([await receivedBy(300), await seller.balance()]).toEqual([[], before]);
  });

  test.each([
    [413, 150, 'STOPPED'],
    [412, 149, 'GONE'],
  ])('to person %i fails with %i, and the subscriber is %s', async (userId, errorCode, status) => {
    await upload([userId]);
    expect(await untilFinal(await send(userId))).toMatchObject({ error_code: errorCode });
    await until('the subscriber has ended', async () => (await statusOfSubscriber(userId)) === status);
    expect(await untilFinal(await send(userId))).toMatchObject({ status: 3, error_code: 149, provider_code: null });
  });

  test('is delivered after a pause that MAX demands', async () => {
    await upload([514]);
    expect(await untilFinal(await send(514))).toMatchObject({ status: 2 });
    expect(await receivedBy(514)).toHaveLength(1);
  });

  test('is delivered once its picture is ready', async () => {
    await upload([518]);
    const content = { contentType: 'text', text: 'Look', imageUrl: 'https://shop.example/a.png' };
    expect(await untilFinal(await send(518, { content }))).toMatchObject({ status: 2 });
    expect(await receivedBy(518)).toHaveLength(1);
  });

  test('fails with 152 when MAX fails at every try, and the next one is delivered', async () => {
    await upload([601, 602]);
    await cell().operators.maxBots.behave({ failedPercent: 100 });
    expect(await untilFinal(await send(601))).toMatchObject({
      status: 3,
      error_code: 152,
      provider_code: expect.stringMatching(/^503 service\.unavailable/),
    });
    await cell().operators.maxBots.behave(CALM);
    expect(await untilFinal(await send(602))).toMatchObject({ status: 2 });
  });
});

test('a revoked token holds the messages of its bot, with the words of MAX', async () => {
  await upload([700]);
  await cell().operators.maxBots.revoke(TOKEN, true);
  const id = await send(700);
  await until('the account is refused', async () => {
    const { body } = await staff.ask('GET', `/senders/${senderId}/account`);
    const { account } = body as { account: { state: string; problem: string | null } }; // checked by the client
    return account.state === 'refused' && account.problem === 'answered 401 verify.token Invalid access_token';
  });
  await cell().operators.maxBots.revoke(TOKEN, false);
  await putToken();
  expect(await untilFinal(id)).toMatchObject({ status: 2 });
});

test('a dispatch under faults reaches everybody once, but for messages that failed at every try', async () => {
  const userIds = Array.from({ length: COUNT }, (_, at) => 1_000_000 + at * 100);
  await upload(userIds);
  const { maxBots } = cell().operators;
  const before = await maxBots.counters();
  await maxBots.behave({ lostAnswerPercent: 3, throttledPercent: 1, failedPercent: 2, callsPerSecond: 0 });
  const { dispatchId } = await seller.dispatch('Hi', userIds.map(numberOf), { channelType: 'MAX', senderName: BOT });
  await until('no message waits', async () => {
    const rows = await cell().sql('select id from messages where dispatch_id = $1 and status = 0 limit 1', [
      dispatchId,
    ]);
    return rows.length === 0;
  });
  const after = await maxBots.counters();
  const received = await cell().operators.received('max-bot');
  const perPerson = new Map<string, number>();
  for (const { destination } of received) perPerson.set(destination, (perPerson.get(destination) ?? 0) + 1);
  const counts = userIds.map((userId) => perPerson.get(String(userId)) ?? 0);
  const [failed] = await cell().sql<{ count: number }>(
    'select count(*)::int as count from messages where dispatch_id = $1 and error_code = 152',
    [dispatchId],
  );
  // Advertising is not written again after a lost answer.
  expect(counts.filter((count) => count > 1)).toEqual([]);
  expect(counts.filter((count) => count === 0)).toHaveLength(failed?.count ?? 0);
  expect(after.answersLost - before.answersLost).toBeGreaterThan(0);
});
