// Messages over several channels as the account sees them: read or not, of a cascade, received, blocked.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller, sms } from '../../given/people/seller.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { until } from '../../given/until.ts';
import { isDatetime } from '../../given/value-formats.ts';

const cell = useCell();
const SUBSCRIBER = '79161270007';
let seller: Seller;
beforeAll(async () => {
  await cell().link('mts');
  for (const channelType of ['VIBER', 'WHATSAPP', 'PUSH'] as const) await cell().channel(channelType);
  seller = await givenSeller(cell());
  for (const channelType of ['VIBER', 'WHATSAPP', 'PUSH']) await registerName(cell(), seller, { channelType });
});

const viber = (change: object = {}) => sms({ channelType: 'VIBER', content: 'Over Viber', ...change });
const push = { contentType: 'push', title: 'Order', text: 'Over PUSH' };
const stepsOf = (root: string) => seller.list(`cascade_message_uuid=${root}&sort=created_time`);
const untilSteps = (root: string, count: number) =>
  until(`cascade ${root} is at step ${count}`, async () => {
    const { items } = await stepsOf(root);
    return items[count - 1]?.status === 'delivered' && items;
  });

describe('readStatus', () => {
  covers('messaging.object.readStatus', 'messaging.version.v6');
  test('is read with its time after reading, and absent before', async () => {
    await cell().operators.channels.behave('viber', { readPercent: 100, readDelayMs: 1_000 });
    const uuid = await seller.sendOne(viber());
    const delivered = await seller.untilStatus(uuid, 'delivered');
    for (const name of ['readStatus', 'readStatusTime']) expect(delivered).not.toHaveProperty(name);
    const read = await until('the message is read', async () => {
      const shown = await seller.message(uuid);
      return 'readStatus' in shown && shown;
    });
    expect(read).toMatchObject({ status: 'delivered', readStatus: 'read', statusTime: delivered['statusTime'] });
    expect(read['readStatusTime']).toSatisfy(isDatetime);
    expect(String(read['readStatusTime']) >= String(read['statusTime'])).toBe(true);
  });

  covers('messaging.object.readStatus');
  test('is unread with the end of the lifetime if the message was not read within it', async () => {
    await cell().operators.channels.behave('viber', { readPercent: 0 });
    const uuid = await seller.sendOne(viber({ ttl: 600 }));
    const { statusTime } = await seller.untilStatus(uuid, 'delivered');
    await cell().advance(601);
    const shown = await until('the message is unread', async () => {
      const found = await seller.message(uuid);
      return 'readStatus' in found && found;
    });
    expect(shown).toMatchObject({ status: 'delivered', readStatus: 'unread', statusTime });
    expect(Date.parse(String(shown['readStatusTime']))).toBeGreaterThan(Date.parse(String(statusTime)) + 590_000);
  });
});

describe('a cascade', () => {
  const cascade = [{ channelType: 'SMS', senderName: 'Shop', content: 'Over SMS' }];

  covers('messaging.list.filter.cascade_message_uuid');
  test('is found by its first message, without other cascades', async () => {
    await cell().operators.channels.behave('viber', { refusedPercent: 100 });
    const roots = [
      await seller.sendOne(viber({ destination: '79161270001', cascade })),
      await seller.sendOne(viber({ destination: '79161270002', cascade })),
    ];
    for (const root of roots) {
      const items = await untilSteps(root, 2);
      expect(items).toMatchObject([
        { messageUuid: root, cascadeMessageUuid: root, cascadeStep: 1, channelType: 'VIBER' },
        { cascadeMessageUuid: root, cascadeStep: 2, channelType: 'SMS' },
      ]);
      expect((await stepsOf(root)).total).toBe(2);
      // Only the first message names its cascade.
      expect((await stepsOf(items[1]?.messageUuid ?? '')).total).toBe(0);
    }
    await cell().operators.channels.behave('viber', { refusedPercent: 0 });
  });

  covers('messaging.version.v31');
  test('may start with PUSH', async () => {
    await cell().operators.channels.behave('push', { refusedPercent: 100 });
    const destination = '79161270003';
    const root = await seller.sendOne(sms({ channelType: 'PUSH', content: push, destination, cascade }));
    expect(await untilSteps(root, 2)).toMatchObject([
      { channelType: 'PUSH', status: 'unsent', content: 'Over PUSH', specialContent: push },
      { channelType: 'SMS', content: 'Over SMS', destination },
    ]);
    await cell().operators.channels.behave('push', { refusedPercent: 0 });
  });

  covers('messaging.version.v31');
  test('may continue with PUSH', async () => {
    await cell().operators.channels.behave('viber', { refusedPercent: 100 });
    const destination = '79161270004';
    const step = { channelType: 'PUSH', senderName: 'Shop', content: push };
    const root = await seller.sendOne(viber({ destination, cascade: [step] }));
    expect((await untilSteps(root, 2))[1]).toMatchObject({ channelType: 'PUSH', specialContent: push, destination });
    const received = await cell().operators.received('push');
    expect(received.filter((text) => text.destination === destination)).toMatchObject([{ content: push }]);
    await cell().operators.channels.behave('viber', { refusedPercent: 0 });
  });
});

describe('direction=inbound', () => {
  covers('messaging.list.filter.direction.inbound', 'messaging.version.v12');
  test('lists messages of subscribers, and only those', async () => {
    const admin = await givenStaff(cell(), 'admin');
    const enabled = await admin.ask('PUT', `/companies/${seller.companyId}`, { inboundEnabled: true });
    expect(enabled.status).toBe(200);
    const sent = await seller.sendOne({ content: 'Written by us', destination: SUBSCRIBER });
    await cell().operators.channels.write(SUBSCRIBER, 'Shop', 'Written by a subscriber');
    const { items } = await until('the message was received', async () => {
      const found = await seller.list('direction=inbound');
      return found.total > 0 && found;
    });
    expect(items).toMatchObject([
      {
        direction: 'inbound',
        channelType: 'WHATSAPP',
        senderName: 'Shop',
        destination: SUBSCRIBER,
        content: 'Written by a subscriber',
        status: 'inbound_sent',
      },
    ]);
    const received = items[0]?.messageUuid;
    expect(await seller.ids('per_page=1000')).not.toContain(received);
    const both = await seller.ids('direction=inbound&direction=outbound&per_page=1000');
    expect(both).toEqual(expect.arrayContaining([sent, received]));
  });
});

covers('messaging.send.content.file-url');
test('a file without a text is delivered, alone and in a dispatch', async () => {
  const content = { contentType: 'image', fileUrl: 'https://example.com/a.png' };
  const uuid = await seller.sendOne(viber({ content }));
  expect(await seller.untilStatus(uuid, 'delivered')).toMatchObject({ content: '', specialContent: content });
  const draft = { dispatchName: 'Pictures', channelType: 'VIBER', senderName: viber().senderName, content };
  const { dispatchId } = (await seller.ask('POST', '/dispatch', draft)).body as { dispatchId: number }; // checked against the contract by the client
  const added = await seller.ask('POST', `/dispatch/${dispatchId}/messages`, [{ destination: '79161230001' }]);
  expect(added.body).toEqual([{ destination: '79161230001', messageUuid: expect.any(String) }]);
  expect((await seller.ask('POST', `/dispatch/${dispatchId}/start`)).status).toBe(200);
  const [picture] = await until('the dispatch is delivered', async () => {
    const { items } = await seller.list(`dispatch_id=${dispatchId}`);
    return items.every(({ status }) => status === 'delivered') && items;
  });
  expect(picture).toMatchObject({ content: '', specialContent: content, totalParts: 1 });
});

covers('messaging.error-code.458');
test('traffic that the receiving platform blocks is unsent with 458, at no cost', async () => {
  // The status with which SMS centers of this market answer blocked words.
  await cell().operators.behave('mts', { refusedPercent: 100, refusedStatus: 0x500 });
  const before = await seller.balance();
  const uuid = await seller.sendOne({ destination: '79161270008' });
  const shown = await seller.untilStatus(uuid, 'unsent');
  await cell().operators.behave('mts', { refusedPercent: 0 });
  expect(shown).toMatchObject({ errorCode: 458, price: { totalPrice: 0, final: true } });
  expect(await seller.balance()).toBe(before);
});
