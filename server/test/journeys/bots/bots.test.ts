// One suite over every protocol of bots: accepted counts as delivered, people without a dialogue get nothing, people
// who have ended it are not written to again, a refused token holds its own messages only, and faults make no second
// message.
import { PROTOCOL_FACTS, PROTOCOLS } from '@volley/domain/links/provider-protocol.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { type BotSender, givenBotSender } from '../../given/people/bot-sender.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { BOT_PEERS, type BotPeer, MAX, PUT_OFF, VK, VK_TOKEN } from '../../given/providers/bot-peers.ts';
import { countWithError } from '../../given/rows/message-ends.ts';
import { statusCountsOf } from '../../given/rows/messages.ts';
import { until } from '../../given/until.ts';

const COUNT = 100;
const CALM = { lostAnswerPercent: 0, throttledPercent: 0, failedPercent: 0 };
/** A hundred messages without a lost answer: once in 40,000 runs. */
const FAULTS = { lostAnswerPercent: 10, throttledPercent: 1, failedPercent: 2 };

const cell = useCell({ settings: { moderation: 'auto', submitTimeoutMs: 5_000, inDoubtWaitMs: 1_000 } });

let seller: Seller;
const senders = new Map<string, BotSender>();
const senderOf = ({ protocol }: BotPeer): BotSender => {
  const found = senders.get(protocol);
  if (found === undefined) throw new Error(`no sender of ${protocol}`);
  return found;
};

beforeAll(async () => {
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  const staff = await givenStaff(cell(), 'admin');
  for (const peer of BOT_PEERS) {
    const { protocol, channelType } = peer;
    await cell().channel(channelType, { protocol, url: peer.url(cell().operators), windowSize: 20 });
    senders.set(protocol, await givenBotSender(cell(), peer, { seller, staff }));
  }
});

beforeEach(() => Promise.all(BOT_PEERS.map((peer) => peer.behave(cell().operators, CALM))));

test('every protocol of bots has a peer', () => {
  const bots = PROTOCOLS.filter((protocol) => PROTOCOL_FACTS[protocol].addressing === 'subscriber');
  expect(BOT_PEERS.map(({ protocol }) => protocol)).toEqual(bots);
});

describe.each(BOT_PEERS.map((peer) => [peer.protocol, peer] as const))('%s', (protocol, peer) => {
  let bot: BotSender;
  beforeAll(() => {
    bot = senderOf(peer);
  });
  test('messages wait until the name has an account', async () => {
    await bot.upload([100]);
    const id = await bot.send(100);
    await cell().settle();
    expect(await bot.receivedBy(100)).toEqual([]);
    expect(await bot.putAccount()).toMatchObject({ account: { state: 'ready' }, test: { state: 'accepted' } });
    expect(await bot.untilFinal(id)).toMatchObject({ status: 'DELIVERED' });
  });

  test('a message that the provider has accepted counts as delivered, has its price, and its callbacks say so', async () => {
    await bot.upload([200]);
    const before = await seller.balance();
    const keyboard = { buttons: [{ type: 'url', text: 'Track', value: 'https://shop.example/p/4711' }] };
    const content = { contentType: 'text', text: 'Your parcel has arrived', keyboard };
    const callbackUrl = cell().sink.url(`/${protocol}`);
    const id = await bot.send(200, { content, callbackUrl, callbackEvents: ['sent', 'delivered', 'price'] });
    expect(await bot.untilFinal(id)).toEqual({ status: 'DELIVERED', errorCode: null, providerCode: 'accepted' });
    const { price, ...shown } = await seller.message(id);
    expect(shown).toMatchObject({ channelType: peer.channelType, status: 'delivered', content: content.text });
    const { totalPrice } = price as { totalPrice: number }; // checked against the contract by the client
    expect(totalPrice).toBeGreaterThan(0);
    expect(await seller.balance()).toBeCloseTo(before - totalPrice, 2);
    const received = await bot.receivedBy(200);
    expect(received).toMatchObject([{ text: content.text }]);
    expect(JSON.stringify(received)).toContain('https://shop.example/p/4711');
    const told = await until('three callbacks have arrived', () => {
      const events = cell()
        .sink.received(`/${protocol}`)
        .flatMap(({ items }) => items);
      return events.length >= 3 && events;
    });
    expect(told).toHaveLength(3);
    expect(new Set(told.map((event) => event['callback_event']))).toEqual(new Set(['sent', 'price', 'delivered']));
    const { channelType } = peer;
    expect(told.every((event) => event['message_uuid'] === id && event['channel_type'] === channelType)).toBe(true);
    expect(told.find((event) => event['callback_event'] === 'price')).toMatchObject({ price: totalPrice });
  });

  test('a message to a number without a subscriber is not sent, and costs nothing', async () => {
    const before = await seller.balance();
    expect(await bot.untilFinal(await bot.send(300))).toMatchObject({
      status: 'FAILED',
      errorCode: ERROR.botNotStarted,
    });
    expect([await bot.receivedBy(300), await seller.balance()]).toEqual([[], before]);
  });

  test.each(peer.endings)(
    'a message to person %i fails with %i, the subscriber is %s and is not written to again',
    async (person, errorCode, status) => {
      await bot.upload([person]);
      expect(await bot.untilFinal(await bot.send(person))).toMatchObject({ errorCode });
      await until('the subscriber has ended', async () => (await bot.subscriber(person))?.status === status);
      const again = await bot.untilFinal(await bot.send(person));
      expect(again).toMatchObject({ status: 'FAILED', errorCode: ERROR.botNotStarted, providerCode: null });
    },
  );

  test('a message is delivered after a pause that the provider demands', async () => {
    await bot.upload([PUT_OFF]);
    expect(await bot.untilFinal(await bot.send(PUT_OFF))).toMatchObject({ status: 'DELIVERED' });
    expect(await bot.receivedBy(PUT_OFF)).toHaveLength(1);
  });

  test('a message fails with 152 when the provider fails at every try, and the next one is delivered', async () => {
    await bot.upload([601, 602]);
    await peer.behave(cell().operators, { ...CALM, failedPercent: 100 });
    const failed = await bot.untilFinal(await bot.send(601));
    expect(failed).toMatchObject({ status: 'FAILED', errorCode: ERROR.messengerUnavailable });
    expect(failed.providerCode).toMatch(peer.failed);
    await peer.behave(cell().operators, CALM);
    expect(await bot.untilFinal(await bot.send(602))).toMatchObject({ status: 'DELIVERED' });
  });

  test('a revoked token holds the messages of its sender, with the words of the provider', async () => {
    await bot.upload([700]);
    await peer.revoke(cell().operators, true);
    const id = await bot.send(700);
    await until('the account is refused', async () => {
      const { state, problem } = await bot.account();
      return state === 'refused' && problem === peer.refused;
    });
    expect(await bot.subscriber(700)).toMatchObject({ status: 'ACTIVE' });
    await peer.revoke(cell().operators, false);
    await bot.putAccount();
    expect(await bot.untilFinal(id)).toMatchObject({ status: 'DELIVERED' });
  });

  test('a dispatch under faults reaches each person once, but for messages that failed at every try', async () => {
    const people = Array.from({ length: COUNT }, (_, at) => 1_000_000 + at * 100);
    await bot.upload(people);
    const before = await peer.counters(cell().operators);
    await peer.behave(cell().operators, FAULTS);
    const { channelType, senderName } = peer;
    const { dispatchId } = await seller.dispatch('Hi', people.map(bot.numberOf), { channelType, senderName });
    await until('no message waits', async () => (await statusCountsOf(cell(), dispatchId)).CREATED === undefined);
    const after = await peer.counters(cell().operators);
    const received = await cell().operators.received(peer.received);
    const counts = people.map((person) => received.filter(({ destination }) => destination === String(person)).length);
    const failed = await countWithError(cell(), dispatchId, ERROR.messengerUnavailable);
    // Advertising is not written again after a lost answer, unless the provider recognizes the repetition.
    expect(counts.filter((count) => count > 1)).toEqual([]);
    expect(counts.filter((count) => count === 0)).toHaveLength(failed);
    expect(after.answersLost - before.answersLost).toBeGreaterThan(0);
  });
});

test('a picture goes to MAX by its address, and the message is delivered once the picture is ready', async () => {
  const max = senderOf(MAX);
  await max.upload([518]);
  const content = { contentType: 'text', text: 'Look', imageUrl: 'https://shop.example/a.png' };
  expect(await max.untilFinal(await max.send(518, { content }))).toMatchObject({ status: 'DELIVERED' });
  const picture = { type: 'image', payload: { url: content.imageUrl } };
  expect(await max.receivedBy(518)).toMatchObject([{ text: 'Look', content: { attachments: [picture] } }]);
});

describe('VK', () => {
  test('a message to a person whose privacy forbids it fails with 149, and the subscriber stays', async () => {
    const vk = senderOf(VK);
    await vk.upload([419]);
    const failed = await vk.untilFinal(await vk.send(419));
    expect(failed).toMatchObject({ errorCode: ERROR.botNotStarted, providerCode: expect.stringMatching(/^902 /) });
    expect(await vk.subscriber(419)).toMatchObject({ status: 'ACTIVE' });
  });

  test('a message whose answer was lost is delivered once, under the same random_id', async () => {
    const [vk, { vkBots }] = [senderOf(VK), cell().operators];
    await vk.upload([515]);
    const before = await vkBots.counters();
    expect(await vk.untilFinal(await vk.send(515))).toMatchObject({ status: 'DELIVERED' });
    const after = await vkBots.counters();
    expect([after.answersLost - before.answersLost, after.repeated - before.repeated]).toEqual([1, 1]);
    expect(await vk.receivedBy(515)).toHaveLength(1);
  });

  test('a token that loses its right to messages is refused with the words of VK, also when it is saved', async () => {
    const [vk, { vkBots }] = [senderOf(VK), cell().operators];
    await vk.upload([701]);
    await vkBots.changeToken(VK_TOKEN, { limited: true });
    const id = await vk.send(701);
    const words = 'answered 15 Access denied: no access to call this method';
    await until('the account is refused', async () => {
      const { state, problem } = await vk.account();
      return state === 'refused' && problem === words;
    });
    expect(await vk.putAccount()).toMatchObject({
      test: { state: 'refused', reason: 'answered without the right messages' },
    });
    await vkBots.changeToken(VK_TOKEN, {});
    expect(await vk.putAccount()).toMatchObject({ test: { state: 'accepted' } });
    expect(await vk.untilFinal(id)).toMatchObject({ status: 'DELIVERED' });
  });

  test('a name without a community goes by number over another link, and needs no subscriber', async () => {
    const vk = senderOf(VK);
    await cell().channel('VK', { name: 'vk-partner' });
    await registerName(cell(), seller, { channelType: 'VK', senderName: 'Partner' });
    const id = await vk.send(800, { senderName: 'Partner' });
    await until('the partner has the message', async () =>
      (await cell().operators.received('vk')).some(({ destination }) => destination === vk.numberOf(800)),
    );
    expect(await vk.receivedBy(800)).toEqual([]);
    expect(await seller.message(id)).toMatchObject({ senderName: 'Partner' });
  });
});
