// A provider that takes a third of its answers, never five failures in a row: its link stays up and is degraded. The
// links have no routes, so nothing but the degradation moves the messages.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenPartnerUser, type PartnerUser } from '../../given/people/console.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { givenSecondProvider, type SecondProvider } from '../../given/providers/second-provider.ts';
import { statusCountsOf } from '../../given/rows/messages.ts';
import { until } from '../../given/until.ts';

/** A link takes two seconds of it at once. A dispatch fits, so nothing overflows to the degraded link. */
const RATE = 1_000;
const COUNT = 500;
const cell = useCell({ settings: { moderation: 'auto' } });
let provider: SecondProvider;
let admin: GivenStaff;
let seller: Seller;
let partner: PartnerUser;

beforeAll(async () => {
  provider = await givenSecondProvider(cell(), RATE);
  admin = await givenStaff(cell(), 'admin');
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  const { partnerId, token } = seller;
  partner = await givenPartnerUser(cell(), { role: 'admin', partner: { partnerId, token, login: '', password: '' } });
  await registerName(cell(), seller, { channelType: 'VIBER' });
});
afterAll(() => provider.close());

type ShownLink = {
  readonly name: string;
  readonly bound: boolean;
  readonly degradedBecause: string | null;
  readonly degradedSince: string | null;
  readonly lastError: string | null;
};

const inList = (items: readonly ShownLink[]) => items.find(({ name }) => name === 'viber');
// The client checks both replies against the contract.
const shownLink = async () => inList(((await admin.ask('GET', '/links')).body as { items: ShownLink[] }).items);
const onWall = async () => inList(((await admin.ask('GET', '/ops')).body as { now: { links: ShownLink[] } }).now.links);

let next = 0;
async function dispatch(count: number): Promise<{ readonly dispatchId: number; readonly uuids: readonly string[] }> {
  const destinations = Array.from({ length: count }, (_, at) => String(79_161_500_000 + next + at));
  next += count;
  const { dispatchId, uuids } = await seller.dispatch('Hi', destinations, { channelType: 'VIBER' });
  await until(`the ${count} messages of dispatch ${dispatchId} are delivered`, async () => {
    const { DELIVERED } = await statusCountsOf(cell(), dispatchId);
    return DELIVERED === count;
  });
  return { dispatchId, uuids };
}

/** Requests that the failing provider gets during a dispatch, and the dispatch. */
async function requestsOf(count: number) {
  const requests = async () => (await cell().operators.channels.counters('viber')).requests;
  const before = await requests();
  const dispatched = await dispatch(count);
  return { ...dispatched, requests: (await requests()) - before };
}

const PROBE_REQUESTS_MAX = 3;

test('a link that fails two answers of three stays up, is degraded, gets probes only, and recovers after good answers', async () => {
  const { channels } = cell().operators;
  await provider.operators.channels.behave('viber', { readPercent: 0 });
  await channels.behave('viber', { readPercent: 0, failedBetween: 2 });
  const first = await requestsOf(100);
  await until('the link is degraded', async () => (await shownLink())?.degradedBecause === 'failures');
  const link = await shownLink();
  expect(link).toMatchObject({ bound: true, lastError: null, degradedSince: expect.any(String) });
  expect(await onWall()).toMatchObject({
    bound: true,
    degradedBecause: 'failures',
    degradedSince: link?.degradedSince,
  });
  expect(first.requests).toBeGreaterThanOrEqual(20);

  const [second, third] = [await requestsOf(COUNT), await requestsOf(COUNT)];
  const requests = second.requests + third.requests;
  expect(requests).toBeGreaterThan(0);
  expect(requests).toBeLessThanOrEqual(((2 * COUNT) / 50) * PROBE_REQUESTS_MAX);
  const chosen = await Promise.all(
    [second.uuids[0], second.uuids.at(-1)].map(
      async (uuid) => (await admin.ask('GET', `/messages/${uuid}/trace`)).body,
    ),
  );
  expect(chosen).toContainEqual(
    expect.objectContaining({
      batch: expect.objectContaining({ linkName: 'viber-2', passed: [{ linkName: 'viber', because: 'degraded' }] }),
    }),
  );

  const cards = await Promise.all(
    [second.uuids[0], second.uuids.at(-1)].map((uuid) => partner.get(`/messages/${uuid}`)),
  );
  expect(cards.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ route: { passed: ['degraded'], moves: 0 } }),
  );
  expect(cards.map(({ text }) => text.toLowerCase()).join('')).not.toContain('viber-2');

  await channels.behave('viber', { failedBetween: 0 });
  await until('the link has recovered', async () => {
    await dispatch(COUNT);
    return (await shownLink())?.degradedBecause === null;
  });
  const last = await requestsOf(200);
  expect(last.requests).toBeGreaterThan(40);
});
