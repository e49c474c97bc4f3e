// Two providers of one channel. A sender name with an account at one of them sends over that provider alone; names
// without an account use both.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putLink } from '../../../src/features/operator-links/own-links.ts';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { type Operators, startOperators } from '../../given/providers/operators.ts';
import { pauseLink } from '../../given/rows/links.ts';
import { statusCountsAmong, statusCountsOf } from '../../given/rows/messages.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ settings: { moderation: 'auto', submitTimeoutMs: 1_000 } });

const SECRET = 'TheOnlySecretOfShop!';
const COUNT = 40;

let second: Operators;
let seller: Seller;
let staff: GivenStaff;
let shop: number;
let firstLink: number;
let secondLink: number;

beforeAll(async () => {
  second = await startOperators([]);
  firstLink = await cell().channel('VIBER');
  secondLink = await putLink(cell().platform, {
    protocol: 'VOLLEY_HTTP',
    name: 'viber-2',
    channelType: 'VIBER',
    brands: [0, 1, 2, 3, 4],
    url: second.channels.url,
    systemId: second.channels.account,
    password: second.channels.secret,
    ratePerSecond: null,
    windowSize: 10,
    verifyToken: null,
    senderNames: {},
  });
  await second.channels.callAt(`${cell().url}/channels/v1/viber-2`);
  cell().platform.bus.wake('links');
  await until('both links are up', async () => {
    const rows = await cell().sql(`select id from operator_links where channel_type = 'VIBER' and bound`);
    return rows.length === 2;
  });
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  staff = await givenStaff(cell(), 'admin');
  shop = await registerName(cell(), seller, { channelType: 'VIBER', senderName: 'Shop' });
  await registerName(cell(), seller, { channelType: 'VIBER', senderName: 'Club' });
  for (const { channels } of [cell().operators, second]) await channels.customer('shop', SECRET);
});
afterAll(() => second.close());

async function putAccountAt(linkId: number): Promise<void> {
  const values = { account: 'shop', secret: SECRET };
  const reply = await staff.ask('PUT', `/senders/${shop}/account`, { values, linkId });
  expect([reply.status, reply.body]).toMatchObject([200, { test: { state: 'accepted' } }]);
}

const single = (senderName: string) =>
  seller.sendOne({ channelType: 'VIBER', senderName, destination: '79161230001', content: 'Hi' });

async function dispatched(senderName: string): Promise<number> {
  const numbers = Array.from({ length: COUNT }, (_, at) => String(79_161_300_000 + at));
  const { dispatchId } = await seller.dispatch('Hi', numbers, { channelType: 'VIBER', senderName });
  return dispatchId;
}

const untilDelivered = (ids: readonly string[]) =>
  until('the messages are delivered', async () => areDelivered(await statusCountsAmong(cell(), ids)));
const untilDispatchDelivered = (dispatchId: number) =>
  until('the messages are delivered', async () => areDelivered(await statusCountsOf(cell(), dispatchId)));
const areDelivered = (counts: object) => Object.keys(counts).every((status) => status === 'DELIVERED');

/** Messages per provider and whether each came under the account. */
async function receivedFrom(senderName: string): Promise<readonly [number, number]> {
  const [one, two] = await Promise.all(
    [cell().operators, second].map(async (operators) =>
      (await operators.received('viber')).filter(({ source }) => source === senderName),
    ),
  );
  for (const { customer } of [...(one ?? []), ...(two ?? [])])
    expect(customer).toBe(senderName === 'Shop' ? 'shop' : undefined);
  return [one?.length ?? 0, two?.length ?? 0];
}

test('single messages and dispatches go over the link of the account, wherever it is', async () => {
  await putAccountAt(secondLink);
  await untilDelivered([await single('Shop'), await single('Shop'), await single('Shop')]);
  await untilDispatchDelivered(await dispatched('Shop'));
  expect(await receivedFrom('Shop')).toEqual([0, COUNT + 3]);
  await putAccountAt(firstLink);
  await untilDelivered([await single('Shop')]);
  await untilDispatchDelivered(await dispatched('Shop'));
  expect(await receivedFrom('Shop')).toEqual([COUNT + 1, COUNT + 3]);
});

test('messages wait while the link of their account is paused, and others go on', async () => {
  const [before] = await receivedFrom('Shop');
  await pauseLink(cell(), firstLink, true);
  const waiting = [await single('Shop'), await single('Shop')];
  const bulk = await dispatched('Shop');
  await untilDispatchDelivered(await dispatched('Club'));
  await cell().settle();
  expect(await receivedFrom('Shop')).toEqual([before, COUNT + 3]);
  await pauseLink(cell(), firstLink, false);
  await untilDelivered(waiting);
  await untilDispatchDelivered(bulk);
  expect(await receivedFrom('Shop')).toEqual([before + COUNT + 2, COUNT + 3]);
});

test('messages that wait for the link of an account follow the account to another link', async () => {
  await pauseLink(cell(), firstLink, true);
  const waiting = [await single('Shop'), await single('Shop')];
  const [before, other] = await receivedFrom('Shop');
  await putAccountAt(secondLink);
  await untilDelivered(waiting);
  expect(await receivedFrom('Shop')).toEqual([before, other + 2]);
  await pauseLink(cell(), firstLink, false);
});

test('a name without an account uses both links', async () => {
  for (let round = 0; round < 5; round += 1) await untilDispatchDelivered(await dispatched('Club'));
  const [one, two] = await receivedFrom('Club');
  expect([one > 0, two > 0]).toEqual([true, true]);
});
