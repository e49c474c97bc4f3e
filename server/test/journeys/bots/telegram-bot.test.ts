// Messages of a Telegram bot to its subscribers: accepted counts as delivered, people without a dialogue get nothing,
// people who have blocked the bot are not written to again, and a refused token holds its own messages only.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { until } from '../../given/until.ts';

const COUNT = 300;
const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const BOT = 'shop_bot';

const cell = useCell({ settings: { moderation: 'auto', submitTimeoutMs: 5_000, inDoubtWaitMs: 1_000 } });

let seller: Seller;
let staff: GivenStaff;
let senderId: number;

beforeAll(async () => {
  const { url } = cell().operators.bots;
  await cell().channel('TELEGRAM', { protocol: 'TELEGRAM_BOT', url, windowSize: 20 });
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  staff = await givenStaff(cell(), 'admin');
  senderId = await registerName(cell(), seller, { channelType: 'TELEGRAM', senderName: BOT });
});
beforeEach(() => cell().operators.bots.behave({ lostAnswerPercent: 0, throttledPercent: 0, failedPercent: 0 }));

const putToken = async () => {
  const reply = await staff.ask('PUT', `/senders/${senderId}/account`, { values: { token: TOKEN } });
  expect([reply.status, reply.text.includes(TOKEN)]).toEqual([200, false]);
  return reply.body;
};

const numberOf = (chatId: number) => String(79_160_000_000 + chatId);

async function upload(chatIds: readonly number[]): Promise<void> {
  const subscribers = chatIds.map((chatId) => ({ subscriberId: String(chatId), destination: numberOf(chatId) }));
  const body = { channelType: 'TELEGRAM', senderName: BOT, subscribers };
  expect((await seller.ask('POST', '/subscribers', body, 'SYSTEM')).status).toBe(200);
}

async function statusOfSubscriber(chatId: number): Promise<string | undefined> {
  const path = `/subscribers?channel_type=TELEGRAM&subscriber_id=${chatId}`;
  const { body } = await seller.ask('GET', path, undefined, 'SYSTEM');
  return (body as { items: { status: string }[] }).items[0]?.status; // checked against the contract by the client
}

const send = (chatId: number, change: object = {}) =>
  seller.sendOne({ channelType: 'TELEGRAM', senderName: BOT, destination: numberOf(chatId), content: 'Hi', ...change });

const untilFinal = (id: string) =>
  until(`message ${id} is final`, async () => {
    const [row] = await cell().sql<{ status: number; error_code: number | null; provider_code: string | null }>(
      'select status, error_code, provider_code from messages where id = $1',
      [id],
    );
    return row !== undefined && row.status > 1 && row;
  });

const receivedIn = async (chatId: number) =>
  (await cell().operators.received('telegram-bot')).filter(({ destination }) => destination === String(chatId));

test('messages wait until the name has a bot', async () => {
  await upload([100]);
  const id = await send(100);
  await cell().settle();
  expect(await receivedIn(100)).toEqual([]);
  expect(await putToken()).toMatchObject({ account: { state: 'ready' }, test: { state: 'accepted' } });
  expect(await untilFinal(id)).toMatchObject({ status: 2 });
});

describe('a message of a bot', () => {
  test('that Telegram has accepted counts as delivered, and says so', async () => {
    await upload([200]);
    expect(await untilFinal(await send(200))).toEqual({ status: 2, error_code: null, provider_code: 'accepted' });
    expect(await receivedIn(200)).toMatchObject([{ text: 'Hi' }]);
  });

  test('to a number without a subscriber is not sent, and costs nothing', async () => {
    const before = await seller.balance();
    expect(await untilFinal(await send(300))).toMatchObject({ status: 3, error_code: 149 });
    expect([await receivedIn(300), await seller.balance()]).toEqual([[], before]);
  });

  test.each([
    [413, 150, 'STOPPED'],
    [412, 149, 'GONE'],
    [417, 149, 'GONE'],
  ])('to chat %i fails with %i, and the subscriber is %s', async (chatId, errorCode, status) => {
    await upload([chatId]);
    expect(await untilFinal(await send(chatId))).toMatchObject({ error_code: errorCode });
    await until('the subscriber has ended', async () => (await statusOfSubscriber(chatId)) === status);
    expect(await untilFinal(await send(chatId))).toMatchObject({ status: 3, error_code: 149, provider_code: null });
  });

  test('is delivered after a pause that Telegram demands', async () => {
    await upload([514]);
    expect(await untilFinal(await send(514))).toMatchObject({ status: 2 });
    expect(await receivedIn(514)).toHaveLength(1);
  });

  test('fails with 152 when Telegram fails at every try, and the next one is delivered', async () => {
    await upload([501, 502]);
    await cell().operators.bots.behave({ failedPercent: 100 });
    expect(await untilFinal(await send(501))).toEqual({ status: 3, error_code: 152, provider_code: '502' });
    await cell().operators.bots.behave({ failedPercent: 0 });
    expect(await untilFinal(await send(502))).toMatchObject({ status: 2 });
  });
});

test('a revoked token holds the messages of its bot, with the words of Telegram', async () => {
  await upload([600]);
  await cell().operators.bots.revoke(TOKEN, true);
  const id = await send(600);
  await until('the account is refused', async () => {
    const { body } = await staff.ask('GET', `/senders/${senderId}/account`);
    const { account } = body as { account: { state: string; problem: string | null } }; // checked by the client
    return account.state === 'refused' && account.problem === 'answered 401 Unauthorized';
  });
  await cell().operators.bots.revoke(TOKEN, false);
  await putToken();
  expect(await untilFinal(id)).toMatchObject({ status: 2 });
});

test('a dispatch under faults reaches everybody once, but for messages whose answer was lost', async () => {
  const chatIds = Array.from({ length: COUNT }, (_, at) => 1_000_000 + at * 100);
  await upload(chatIds);
  const { bots } = cell().operators;
  const before = await bots.counters();
  await bots.behave({ lostAnswerPercent: 5, throttledPercent: 1, failedPercent: 2 });
  const { dispatchId } = await seller.dispatch('Hi', chatIds.map(numberOf), {
    channelType: 'TELEGRAM',
    senderName: BOT,
  });
  await until('no message waits', async () => {
    const rows = await cell().sql('select id from messages where dispatch_id = $1 and status = 0 limit 1', [
      dispatchId,
    ]);
    return rows.length === 0;
  });
  const after = await bots.counters();
  const lost = after.answersLost - before.answersLost;
  const received = await cell().operators.received('telegram-bot');
  const perChat = new Map<string, number>();
  for (const { destination } of received) perChat.set(destination, (perChat.get(destination) ?? 0) + 1);
  const counts = chatIds.map((chatId) => perChat.get(String(chatId)) ?? 0);
  // Advertising is not written again after a lost answer; a message that failed three times has ended with 152.
  const [failed] = await cell().sql<{ count: number }>(
    'select count(*)::int as count from messages where dispatch_id = $1 and error_code = 152',
    [dispatchId],
  );
  expect(counts.filter((count) => count > 1)).toEqual([]);
  expect(counts.filter((count) => count === 0)).toHaveLength(failed?.count ?? 0);
  expect(lost).toBeGreaterThan(0);
});
