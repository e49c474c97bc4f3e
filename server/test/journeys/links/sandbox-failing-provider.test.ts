// Sandbox number 16: the provider of the first link fails, and the message is delivered over the second link of its
// channel. Without a second link it fails.
import { beforeAll, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller, sms } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { until } from '../../given/until.ts';

const NUMBER = '70001000016';

const cell = useCell({ settings: { moderation: 'auto' } });
let admin: GivenStaff;
let seller: Seller;

beforeAll(async () => {
  const { channels } = cell().operators;
  const first = await cell().channel('VIBER');
  await cell().channel('VIBER', { name: 'reserve-viber', url: `${channels.url}/reserve` });
  await cell().channel('VK');
  await channels.callAt(`${cell().url}/channels/v1/{channel}`);
  await channels.callReserveAt(`${cell().url}/channels/v1/reserve-viber`);
  admin = await givenStaff(cell(), 'admin');
  const reply = await admin.ask('PUT', `/links/${first}/routes`, { routes: [{ priority: 1 }] });
  expect(reply.status).toBe(200);
  seller = await givenSeller(cell(), { brands: [] });
  for (const channelType of ['VIBER', 'VK']) await registerName(cell(), seller, { channelType });
});

const eventsAt = (path: string) =>
  cell()
    .sink.received(path)
    .flatMap(({ items }) => items.map((event) => event['callback_event']));

test('a message whose first provider fails is delivered over the second link, moved once and charged once', async () => {
  await until('the route of the first link is read', async () => {
    const probe = await seller.sendOne(sms({ channelType: 'VIBER', destination: '70001000000' }));
    await seller.untilStatus(probe, 'delivered');
    const { body } = await admin.ask('GET', `/messages/${probe}/trace`);
    return (body as { batch: { chosenBy: string | null } }).batch.chosenBy === 'priority'; // checked against the contract
  });
  const before = await seller.balance();
  const callbackUrl = cell().sink.url('/sixteen');
  const callbackEvents = ['sent', 'delivered', 'price'];
  const id = await seller.sendOne(sms({ channelType: 'VIBER', destination: NUMBER, callbackUrl, callbackEvents }));
  const { price } = await seller.untilStatus(id, 'delivered', 60_000);
  const { totalPrice } = price as { totalPrice: number }; // checked against the contract by the client
  expect(totalPrice).toBeGreaterThan(0);
  expect(await seller.balance()).toBeCloseTo(before - totalPrice, 2);
  const { body } = await admin.ask('GET', `/messages/${id}/trace`);
  expect(body).toMatchObject({ batch: { linkName: 'reserve-viber', hops: 1, chosenBy: 'failover' } });
  const received = await cell().operators.received('reserve-viber');
  expect(received.map(({ destination }) => destination)).toEqual([NUMBER]);
  expect((await cell().operators.received('viber')).filter(({ destination }) => destination === NUMBER)).toEqual([]);
  await cell().settle();
  expect(eventsAt('/sixteen')).toEqual(['sent', 'price', 'delivered']);
});

test('a message of a channel without a second link fails with 502 and costs nothing', async () => {
  const before = await seller.balance();
  const id = await seller.sendOne(sms({ channelType: 'VK', destination: NUMBER }));
  expect(await seller.untilStatus(id, 'unsent', 30_000)).toMatchObject({ errorCode: 502, providerCode: '500' });
  await until('the reserve is free again', async () => (await seller.balance()) === before);
});
