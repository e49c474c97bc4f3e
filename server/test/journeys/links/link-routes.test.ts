// Two HTTP links of one channel with routes: the traffic of a failing provider moves to the other and returns, and a
// link that costs more than the client pays gets no bulk.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { figureOf } from '../../given/figures.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { givenSecondProvider, type SecondProvider } from '../../given/providers/second-provider.ts';
import { countUndelivered, countWithError } from '../../given/rows/message-ends.ts';
import { statusCountsOf } from '../../given/rows/messages.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ settings: { moderation: 'auto' } });
let provider: SecondProvider;
let admin: GivenStaff;
let seller: Seller;

beforeAll(async () => {
  provider = await givenSecondProvider(cell(), 400);
  admin = await givenStaff(cell(), 'admin');
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  await registerName(cell(), seller, { channelType: 'VIBER' });
});
afterAll(() => provider.close());

type Route = { readonly priority?: number; readonly weight?: number; readonly price?: number };

async function route(name: 'viber' | 'viber-2', { price, ...given }: Route): Promise<void> {
  const routes = [{ ...given, ...(price !== undefined && { price: { value: price, currency: 'RUB' } }) }];
  const reply = await admin.ask('PUT', `/links/${provider.ids[name]}/routes`, { routes });
  expect(reply.status).toBe(200);
}

/** Routes are read again when they are two seconds old. */
const untilRouted = () => new Promise((resolve) => setTimeout(resolve, 4_000));

const PROBED = 100;
/** Judged with LONG=1: other tests run beside this one otherwise. */
const MOVED_MS_MAX = 10_000;
const isLong = process.env['LONG'] === '1';

let next = 0;
async function dispatch(count: number): Promise<{ readonly dispatchId: number; readonly uuids: readonly string[] }> {
  const destinations = Array.from({ length: count }, (_, at) => String(79_161_400_000 + next + at));
  next += count;
  return seller.dispatch('Hi', destinations, { channelType: 'VIBER' });
}

const untilDelivered = (dispatchId: number, count: number) =>
  until(`the ${count} messages of dispatch ${dispatchId} are delivered`, async () => {
    const { DELIVERED } = await statusCountsOf(cell(), dispatchId);
    return DELIVERED === count;
  });

/** Messages of the dispatch by the name of their link. */
async function shares(dispatchId: number): Promise<Record<string, number>> {
  const rows = await cell().sql<{ name: string; messages: number }>(
    `select l.name, sum(b.count)::int as messages
     from batches b join operator_links l on l.id = b.link_id
     where b.dispatch_id = $1 group by l.name`,
    [dispatchId],
  );
  return Object.fromEntries(rows.map(({ name, messages }) => [name, messages]));
}

const choiceOf = async (uuid: string | undefined) => {
  const { body } = await admin.ask('GET', `/messages/${uuid}/trace`);
  return (body as { batch: unknown }).batch; // checked against the contract by the client
};

test('the traffic of a failing provider moves to the other and returns after its recovery', async () => {
  await route('viber', { priority: 1 });
  await route('viber-2', { priority: 1 });
  await untilRouted();
  const shareOf = async (name: string) => {
    const { dispatchId } = await dispatch(PROBED);
    await until(`dispatch ${dispatchId} has its links`, async () => {
      const taken = Object.values(await shares(dispatchId)).reduce((sum, messages) => sum + messages, 0);
      return taken === PROBED;
    });
    return ((await shares(dispatchId))[name] ?? 0) / PROBED;
  };
  expect(await shareOf('viber')).toBeGreaterThan(0.2);

  await cell().operators.channels.behave('viber', { failedPercent: 80 });
  const failedAt = performance.now();
  await until('nine of ten messages go over the other provider', async () => (await shareOf('viber-2')) >= 0.9);
  const movedMs = performance.now() - failedAt;
  if (isLong) expect(movedMs).toBeLessThan(MOVED_MS_MAX);

  await cell().operators.channels.behave('viber', { failedPercent: 0 });
  await until('messages go over both providers again', async () => (await shareOf('viber')) > 0.2);
  await until('no message is left behind', async () => (await countUndelivered(cell(), seller.companyId)) === 0);
});

describe('the margin guard', () => {
  test('bulk goes over the link that the client pays for, not over the first priority', async () => {
    await route('viber', { priority: 2, price: 0.01 });
    await route('viber-2', { priority: 1, price: 1_000 });
    await untilRouted();
    const { dispatchId, uuids } = await dispatch(50);
    await untilDelivered(dispatchId, 50);
    expect(await shares(dispatchId)).toEqual({ viber: 50 });
    expect(await choiceOf(uuids[0])).toMatchObject({
      linkName: 'viber',
      passed: [{ linkName: 'viber-2', because: 'margin' }],
    });
  });

  test('bulk waits while every link costs more than the client pays, and fails with 502 after a week', async () => {
    await route('viber', { price: 1_000 });
    await route('viber-2', { price: 1_000 });
    await untilRouted();
    const waiting = async (dispatchId: number) =>
      (await cell().sql('select strand from strands where dispatch_id = $1 and margin_since is not null', [dispatchId]))
        .length;
    const first = await dispatch(20);
    await until('the dispatch waits for the margin', async () => (await waiting(first.dispatchId)) === 1);
    expect(await shares(first.dispatchId)).toEqual({});
    const { body: waits } = await admin.ask('GET', '/margin-waits');
    const [cost, paid] = [{ value: 1_000, currency: 'RUB' }, expect.objectContaining({ currency: 'RUB' })];
    expect(waits).toMatchObject({
      total: 20,
      items: [
        {
          companyId: seller.companyId,
          dispatchId: first.dispatchId,
          channelType: 'VIBER',
          senderName: 'Shop',
          messages: 20,
          paid,
          links: [
            { linkName: 'viber', price: cost },
            { linkName: 'viber-2', price: cost },
          ],
        },
      ],
    });
    expect(await figureOf(cell().platform, 'volley_margin_waiting_messages', { channel: 'VIBER' })).toBe(20);
    const { since, endsAt } = (waits as { items: { since: string; endsAt: string }[] }).items[0] ?? {};
    expect(Date.parse(endsAt ?? '') - Date.parse(since ?? '')).toBeGreaterThan(6 * 86_400_000);
    await route('viber', { price: 0.01 });
    await untilDelivered(first.dispatchId, 20);
    expect(await waiting(first.dispatchId)).toBe(0);
    expect((await admin.ask('GET', '/margin-waits')).body).toEqual({ total: 0, items: [] });

    await route('viber', { price: 1_000 });
    await untilRouted();
    const second = await dispatch(20);
    await until('the dispatch waits for the margin', async () => (await waiting(second.dispatchId)) === 1);
    await cell().advance(7 * 86_400 + 60);
    await until('its messages have failed', async () => {
      const failed = await countWithError(cell(), second.dispatchId, ERROR.operatorFailure);
      return failed === 20;
    });
  });
});
