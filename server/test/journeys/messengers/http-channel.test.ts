// Messages over an HTTP provider: sent, delivered, read or not, refused, throttled, lost and found.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { RECEIPT_STATES } from '../../../src/features/receipts/receipt.ts';
import { storeReceipts } from '../../../src/features/receipts/store-receipts.ts';
import type { SendItem } from '../../../src/features/sends/send.ts';
import { sendMessages } from '../../../src/features/sends/send-messages.ts';
import { useCell } from '../../given/cell.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { findReadOutcome, type ReadOutcome } from '../../given/rows/message-ends.ts';
import { until } from '../../given/until.ts';

const HOUR_SECONDS = 3_600;
const cell = useCell({ settings: { moderation: 'auto', submitTimeoutMs: 1_000, inDoubtWaitMs: 500 } });

const SETTINGS = {
  ttlSeconds: null,
  useLocalTime: true,
  localSendTime: null,
  localCompletionTime: null,
  hours: null,
  days: null,
  shortUrl: false,
  callbackUrl: null,
  callbackEvents: [],
};

type Change = Omit<Partial<SendItem>, 'settings'> & { settings?: Partial<SendItem['settings']> };

const itemTo = (destination: string, { settings, ...change }: Change = {}): SendItem => ({
  channelType: 'VIBER',
  senderName: 'Shop',
  destination,
  content: { text: 'Hi', special: null },
  externalMessageId: null,
  tags: null,
  claimedTrafficType: null,
  cascade: [],
  ...change,
  settings: { ...SETTINGS, ...settings },
});

async function givenShop(channelType = 'VIBER'): Promise<Account> {
  const account = await givenAccount(cell());
  await registerName(cell(), account, { channelType });
  return account;
}

async function send(account: Account, ...items: SendItem[]): Promise<string[]> {
  const results = await sendMessages(cell().platform, account.actor, items, { sendingMethod: 'API' });
  return results.map((result) => {
    if (result.code !== 201) throw new Error(`the send answered ${result.errorCode} ${result.msg}`);
    return result.messageUuid;
  });
}

async function rowOf(id: string): Promise<ReadOutcome> {
  const row = await findReadOutcome(cell(), id);
  if (row === undefined) throw new Error(`messages has no row ${id}`);
  return row;
}

const untilRow = (id: string, wanted: Partial<ReadOutcome>, limitMs?: number) =>
  until(
    `message is ${JSON.stringify(wanted)}`,
    async () => {
      const row = await rowOf(id);
      return Object.entries(wanted).every(([name, value]) => row[name as keyof ReadOutcome] === value) && row; // the names are those of ReadOutcome
    },
    limitMs,
  );

const statusesAcked = async (channel: string) => (await cell().operators.channels.counters(channel)).statusesAcked;
/** Events about reading that have arrived at a path. */
const told = (path: string) =>
  cell()
    .sink.received(path)
    .flatMap(({ items }) => items);
const untilTold = (path: string, count: number) =>
  until(`${count} events have arrived at ${path}`, () => told(path).length >= count && told(path));
const tellAt = (path: string) => ({ callbackUrl: cell().sink.url(path), callbackEvents: ['read'] });

describe('a message over HTTP', () => {
  covers('messaging.status.read', 'messaging.callback.read.on-read');
  test('is delivered, then read, with the content and lifetime of the request', async () => {
    await cell().channel('VIBER');
    const account = await givenShop();
    const special = { contentType: 'text', text: 'Hi', keyboard: { buttons: [] } };
    const [id = ''] = await send(
      account,
      itemTo('70001000004', { content: { text: 'Hi', special }, settings: { ttlSeconds: 600, ...tellAt('/read') } }),
    );
    await untilRow(id, { status: 'DELIVERED', readStatus: 'read' });
    expect(await cell().operators.received('viber')).toMatchObject([
      { source: 'Shop', destination: '70001000004', text: 'Hi', content: special, ttlSeconds: 600 },
    ]);
    expect(await untilTold('/read', 1)).toMatchObject([
      { message_uuid: id, channel_type: 'VIBER', callback_event: 'read', status: 'read' },
    ]);
  });

  covers('messaging.status.unread', 'messaging.callback.read.on-unread', 'messaging.limits.lifetime-unread');
  test.each([
    ['its own, if it has one', 2 * HOUR_SECONDS, 2 * HOUR_SECONDS],
    ['25 hours by default', null, 25 * HOUR_SECONDS],
  ])(
    'that is delivered and never read becomes unread when its lifetime ends, not before: %s',
    async (what, ttlSeconds, lifetime) => {
      await cell().channel('VIBER');
      const path = `/unread/${ttlSeconds ?? 'default'}`;
      const account = await givenShop();
      const [id = ''] = await send(account, itemTo('70001000005', { settings: { ttlSeconds, ...tellAt(path) } }));
      await untilRow(id, { status: 'DELIVERED' });
      await cell().advance(lifetime - 60);
      const [other = ''] = await send(account, itemTo('70001000004'));
      await untilRow(other, { readStatus: 'read' });
      expect([what, (await rowOf(id)).readStatus]).toEqual([what, null]);
      await cell().advance(120);
      await untilRow(id, { status: 'DELIVERED', readStatus: 'unread' });
      expect(await untilTold(path, 1)).toMatchObject([{ message_uuid: id, callback_event: 'read', status: 'unread' }]);
    },
  );

  test('that is read after that stays unread', async () => {
    await cell().channel('VIBER');
    const account = await givenShop();
    const [id = ''] = await send(account, itemTo('70001000005', { settings: { ttlSeconds: 60 } }));
    await untilRow(id, { status: 'DELIVERED' });
    await cell().advance(90);
    await untilRow(id, { readStatus: 'unread' });
    const [ref] = await cell().sql<{ link_id: number; operator_message_id: string }>(
      'select link_id, operator_message_id from operator_refs where message_id = $1',
      [id],
    );
    await storeReceipts(cell().platform, [
      {
        accountId: ref?.link_id ?? 0,
        operatorMessageId: ref?.operator_message_id ?? '',
        state: RECEIPT_STATES.read,
        errorCode: null,
        providerCode: null,
        destination: null,
        reference: null,
        receivedAt: cell().now(),
      },
    ]);
    await until('the receipt is processed', async () => (await cell().sql('select from receipts')).length === 0);
    expect((await rowOf(id)).readStatus).toBe('unread');
  });

  test('is delivered when only its read status arrives, and once when all statuses arrive twice and out of order', async () => {
    const { channels } = cell().operators;
    await cell().channel('VIBER');
    const account = await givenShop();
    await channels.behave('viber', { readOnlyPercent: 100, readDelayMs: 0 });
    const [first = ''] = await send(account, itemTo('79161230001'));
    await untilRow(first, { status: 'DELIVERED', readStatus: 'read' });
    await channels.behave('viber', {
      readOnlyPercent: 0,
      outOfOrderPercent: 100,
      readDelayMs: 50,
      duplicatePercent: 100,
    });
    const acked = await statusesAcked('viber');
    const ids = await send(
      account,
      ...Array.from({ length: 20 }, (_, at) => itemTo(String(79_161_230_010 + at), { settings: tellAt('/twice') })),
    );
    for (const id of ids) await untilRow(id, { status: 'DELIVERED', readStatus: 'read' });
    await until('every status is acknowledged', async () => (await statusesAcked('viber')) === acked + 80);
    await until('no receipt waits', async () => (await cell().sql('select from receipts')).length === 0);
    await untilTold('/twice', 20);
    await cell().settle();
    expect(told('/twice')).toHaveLength(20);
    await channels.behave('viber', { outOfOrderPercent: 0, duplicatePercent: 0 });
  });

  test("that the provider refuses fails with the provider's code and costs nothing", async () => {
    await cell().channel('VIBER');
    const account = await givenShop();
    const [direction = '', name = ''] = await send(account, itemTo('70001000003'), itemTo('70001000009'));
    await untilRow(direction, { status: 'FAILED', errorCode: ERROR.destinationRestricted });
    await untilRow(name, { status: 'FAILED', errorCode: ERROR.senderUnavailable });
    await cell().operators.channels.behave('viber', { undeliveredPercent: 100, undeliveredCode: 508 });
    const [absent = ''] = await send(account, itemTo('79161230001'));
    await untilRow(absent, { status: 'FAILED', errorCode: ERROR.subscriberAbsent });
    await cell().operators.channels.behave('viber', { undeliveredPercent: 0 });
  });

  test('is sent again after 429 and 500, and fails when the provider keeps failing', async () => {
    const { channels } = cell().operators;
    await cell().channel('VIBER');
    const account = await givenShop();
    await channels.behave('viber', { throttledPercent: 100 });
    const [throttled = ''] = await send(account, itemTo('70001000000'));
    await until('the message was throttled', async () => (await channels.counters('viber')).throttled > 0);
    expect((await rowOf(throttled)).status).toBe('CREATED');
    await channels.behave('viber', { throttledPercent: 0, failedPercent: 50 });
    await untilRow(throttled, { status: 'DELIVERED' });
    await channels.behave('viber', { failedPercent: 100 });
    const [failed = ''] = await send(account, itemTo('70001000000'));
    await untilRow(failed, { status: 'FAILED', errorCode: ERROR.operatorFailure });
    await channels.behave('viber', { failedPercent: 0 });
  });

  test('whose answer never arrives is sent again under the same id, and is delivered once', async () => {
    const { channels } = cell().operators;
    await cell().channel('VIBER');
    const account = await givenShop();
    const before = await channels.counters('viber');
    await channels.behave('viber', { hangPercent: 100, noStatusPercent: 100 });
    const [hung = ''] = await send(account, itemTo('79161230099'));
    await until('the request hangs', async () => (await channels.counters('viber')).hung > before.hung);
    await channels.behave('viber', { hangPercent: 0, noStatusPercent: 0 });
    await untilRow(hung, { status: 'SENT' });
    const after = await channels.counters('viber');
    expect([after.accepted - before.accepted, after.repeated - before.repeated]).toEqual([1, 1]);
    const received = await cell().operators.received('viber');
    expect(received.filter(({ destination }) => destination === '79161230099')).toHaveLength(1);
  });

  test('whose answer is lost is found by the reference of its status', async () => {
    const { channels } = cell().operators;
    await cell().channel('VIBER');
    const account = await givenShop();
    await channels.behave('viber', { lostAnswerPercent: 100 });
    const [lost = ''] = await send(account, itemTo('79161230077'));
    await untilRow(lost, { status: 'DELIVERED' });
    await channels.behave('viber', { lostAnswerPercent: 0 });
  });

  test('waits while the provider refuses our credentials, and is sent when it accepts them', async () => {
    const { channels } = cell().operators;
    await cell().channel('VIBER');
    const account = await givenShop();
    await channels.behave('viber', { lockedOut: true });
    const [id = ''] = await send(account, itemTo('70001000000'));
    await until('the link is down', async () => {
      const [row] = await cell().sql<{ bound: boolean }>(`select bound from operator_links where name = 'viber'`);
      return row?.bound === false;
    });
    expect((await rowOf(id)).status).toBe('CREATED');
    await channels.behave('viber', { lockedOut: false });
    await untilRow(id, { status: 'DELIVERED' });
  });
});

test.each(['VK', 'TELEGRAM', 'MAX', 'WEASY', 'PUSH', 'FLASHCALL', 'VOICECODE', 'TEXT_TO_SPEECH', 'WHATSAPP'] as const)(
  'over %s uses its own link',
  async (channelType) => {
    await cell().channel(channelType);
    const account = await givenShop(channelType);
    const [id = ''] = await send(
      account,
      itemTo('70001000000', {
        channelType,
        content: { text: '1234', special: null },
        ...(channelType === 'VOICECODE' && { senderName: 'voicecode' }),
      }),
    );
    await untilRow(id, { status: 'DELIVERED' });
    expect(await cell().operators.received(channelType.toLowerCase())).toMatchObject([{ text: '1234' }]);
  },
);

covers('messaging.callback.read.other-channels');
test('of a channel without a read status never sends read events', async () => {
  await cell().channel('TELEGRAM');
  const account = await givenShop('TELEGRAM');
  const settings = { ...tellAt('/never'), callbackEvents: ['delivered', 'read'], ttlSeconds: 60 };
  const [id = ''] = await send(account, itemTo('70001000004', { channelType: 'TELEGRAM', settings }));
  await untilRow(id, { status: 'DELIVERED' });
  await cell().advance(120);
  await until('the lifetime of the message is over', async () => {
    const rows = await cell().sql(
      'select from batches b join messages m on m.dispatch_id = b.dispatch_id where m.id = $1',
      [id],
    );
    return rows.length === 0;
  });
  expect((await rowOf(id)).readStatus).toBe(null);
  await untilTold('/never', 1);
  await cell().settle();
  expect(told('/never').map(({ status }) => status)).toEqual(['delivered']);
});
