// Final statuses of messages: with the code of the provider, and permanent.
import { beforeAll, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { until } from '../../given/until.ts';

const cell = useCell();
let seller: Seller;
beforeAll(async () => {
  for (const channelType of ['TELEGRAM', 'VIBER'] as const) await cell().channel(channelType);
  seller = await givenSeller(cell(), { balance: 100_000 });
  for (const channelType of ['TELEGRAM', 'VIBER']) await registerName(cell(), seller, { channelType });
});

const calm = { refusedPercent: 0, undeliveredPercent: 0, noStatusPercent: 0, readPercent: 0, statusDelayMs: 0 };

covers('messaging.error-code.125', 'messaging.error-code.149-152', 'messaging.version.v24');
test.each([125, 149, 150, 151, 152])(
  'a message that TELEGRAM refuses with %i has this code in the object and in the feed',
  async (code) => {
    await cell().operators.channels.behave('telegram', { ...calm, refusedPercent: 100, refusedCode: code });
    const uuid = await seller.sendOne({ channelType: 'TELEGRAM', destination: '79161250001' });
    expect(await seller.untilStatus(uuid, 'unsent')).toMatchObject({ errorCode: code, price: { totalPrice: 0 } });
    await until('the event is in the feed', async () => {
      const { body } = await seller.ask('GET', '/events?limit=1000');
      const { items } = body as { items: Record<string, unknown>[] }; // checked against the contract by the client
      return items.some((event) => event['message_uuid'] === uuid && event['error_code'] === code);
    });
  },
);

covers('messaging.status.forward-only');
test('an undelivered message stays undelivered after a late receipt, without an event', async () => {
  const { channels } = cell().operators;
  await channels.behave('viber', { ...calm, statusDelayMs: 4_000 });
  const uuid = await seller.sendOne({ channelType: 'VIBER', destination: '79161250002', ttl: 60 });
  await seller.untilStatus(uuid, 'sent');
  const { statusesAcked } = await channels.counters('viber');
  await cell().advance(61);
  const ended = await seller.untilStatus(uuid, 'undelivered');
  await until(
    'the late status has arrived',
    async () => (await channels.counters('viber')).statusesAcked > statusesAcked,
  );
  await cell().settle();
  expect(await seller.message(uuid)).toEqual(ended);
  const { body } = await seller.ask('GET', '/events?limit=1000');
  const { items } = body as { items: Record<string, unknown>[] }; // checked as above
  const told = items.filter((event) => event['message_uuid'] === uuid && 'status' in event);
  expect(told.map((event) => event['status'])).toEqual(['sent', 'undelivered']);
  await channels.behave('viber', calm);
});

covers('messaging.list.filter.root.true', 'messaging.list.filter.root.false');
test('root=true lists first steps, root=false the steps after them', async () => {
  await cell().operators.channels.behave('viber', { ...calm, refusedPercent: 100 });
  const destination = '79161250003';
  const cascade = [{ channelType: 'TELEGRAM', senderName: 'Shop', content: 'Again' }];
  await cell().operators.channels.behave('telegram', calm);
  const root = await seller.sendOne({ channelType: 'VIBER', destination, cascade });
  const next = await until('the next step exists', async () => {
    const others = (await seller.ids(`destination=${destination}`)).filter((uuid) => uuid !== root);
    return others[0];
  });
  expect(await seller.ids(`destination=${destination}&root=true`)).toEqual([root]);
  expect(await seller.ids(`destination=${destination}&root=false`)).toEqual([next]);
});
