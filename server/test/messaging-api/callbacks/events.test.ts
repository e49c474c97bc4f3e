import { beforeAll, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { lockSequencer, moveToFeed } from '../../../src/features/callbacks/feed/events.sql.ts';
import { forgetEvents } from '../../../src/features/callbacks/feed/forget-events.ts';
import { recordEvents } from '../../../src/features/callbacks/feed/record-events.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { useCell } from '../../given/cell.ts';
import { deliveredEvents, messagingEndpoint, record, statusEvent } from '../../given/message-events.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ workers: ['notifier'] });
let account: Account;
beforeAll(async () => {
  account = await givenAccount(cell(), {});
});

type Page = { items: Record<string, unknown>[]; firstNumber: number | null; lastNumber: number };

async function page(query: string, of: Account = account): Promise<Page> {
  const { status, body } = await of.ask('GET', `/events${query}`);
  expect(status).toBe(200);
  return body as Page; // checked against the contract by the client
}

const untilLast = (last: number, of: Account = account) =>
  until(`event ${last} has its number`, async () => (await page('', of)).lastNumber >= last);

const numbers = ({ items }: Page) => items.map((item) => item['event_number']);

test('an account without events has an empty feed', async () => {
  expect(await page('')).toEqual({ items: [], firstNumber: null, lastNumber: 0 });
});

covers('messaging.events.feed', 'messaging.events.continue', 'messaging.events.gap-free');
test('the feed is read from a number on, a hundred events per page by default, to the end', async () => {
  const events = deliveredEvents(1_250);
  await record(cell().platform, account.companyId, events.slice(0, 700));
  await record(cell().platform, account.companyId, events.slice(700));
  await untilLast(1_250);
  expect(numbers(await page(''))).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  expect(numbers(await page('?after=699&limit=3'))).toEqual([700, 701, 702]);
  const seen: Record<string, unknown>[] = [];
  for (;;) {
    const { items } = await page(`?after=${seen.length}&limit=1000`);
    if (items.length === 0) break;
    seen.push(...items);
  }
  expect(seen.map((item) => item['event_number'])).toEqual(events.map((_, n) => n + 1));
  expect(seen.map((item) => item['message_uuid'])).toEqual(events.map(({ messageUuid }) => messageUuid));
});

covers('messaging.events.all-kinds', 'messaging.events.same-body');
test('the feed has every event in the form of its callback', async () => {
  const other = await givenAccount(cell(), {});
  const endpointId = await messagingEndpoint(cell().platform, other.companyId, cell().sink.url('/feed'));
  const price = { kind: 'price', parts: 1, priceMicros: 2_500_000n, currency: 'RUB' } as const;
  const { messageUuid, channelType, atMs } = statusEvent('sent');
  const events = [statusEvent('sent'), { messageUuid, channelType, atMs, ...price }, statusEvent('delivered')];
  await record(cell().platform, other.companyId, events, { endpointId, wanted: ['price', 'delivered'] });
  await untilLast(3, other);
  const { items } = await page('', other);
  expect(items.map((item) => item['callback_event'])).toEqual(['sent', 'price', 'delivered']);
  const [request] = await until('the callback has arrived', () => {
    const come = cell().sink.received('/feed');
    return come.length > 0 && come;
  });
  expect(request?.items).toEqual(items.slice(1));
});

test('concurrent recorders, some of which fail, leave no gap and no event without a number', async () => {
  const accounts = await Promise.all([1, 2].map(() => givenAccount(cell(), {})));
  const { platform } = cell();
  let recorded = 0;
  await Promise.all(
    Array.from({ length: 120 }, async (_, n) => {
      const of = accounts[n % 2];
      if (of === undefined) return;
      const batch = { companyId: of.companyId, endpointId: null, wanted: [], events: deliveredEvents((n % 7) + 1) };
      const fails = n % 5 === 0;
      if (!fails && n % 2 === 0) recorded += batch.events.length;
      await inTransaction(platform.db, async (tx) => {
        await recordEvents(tx, [batch]);
        await tx.query('select pg_sleep(random() * 0.05)');
        if (fails) throw new Error('undone');
      }).catch(() => undefined);
    }),
  );
  const [first] = accounts;
  if (first === undefined) throw new Error('no account');
  await untilLast(recorded, first);
  const all = await page('?limit=1000', first);
  expect(numbers(all)).toEqual(Array.from({ length: recorded }, (_, n) => n + 1));
  expect(all.lastNumber).toBe(recorded);
});

test('an account sees its own events only', async () => {
  const stranger = await givenAccount(cell(), {});
  await record(cell().platform, stranger.companyId, deliveredEvents(1));
  await untilLast(1, stranger);
  expect((await page('', stranger)).lastNumber).toBe(1);
});

test('times rise with the numbers, although a transaction that began earlier numbers later', async () => {
  const { platform } = cell();
  const other = await givenAccount(cell(), {});
  await inTransaction(platform.db, async (tx) => {
    await record(platform, other.companyId, deliveredEvents(1));
    await untilLast(1, other);
    await until('this transaction is the sequencer', () => lockSequencer(tx));
    await record(platform, other.companyId, deliveredEvents(1));
    await moveToFeed(tx, { rows: 1_000, events: 1_000 }, { gatherMs: 0, arrayMax: 100 });
  });
  const rows = await cell().sql<{ at: Date }>(
    'select created_at as at from event_batches where company_id = $1 order by first_number',
    [other.companyId],
  );
  const times = rows.map(({ at }) => at.getTime());
  expect(times).toHaveLength(2);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

covers('messaging.events.gone');
test('a client that was away for longer than the retention of the feed is notified, also when no event is left', async () => {
  const other = await givenAccount(cell(), {});
  await record(cell().platform, other.companyId, deliveredEvents(5));
  await untilLast(5, other);
  await cell().advance((cell().platform.config.eventsKeptDays + 2) * 86_400);
  await forgetEvents(cell().platform);
  expect(await page('?after=2', other)).toEqual({ items: [], firstNumber: 6, lastNumber: 5 });
  await record(cell().platform, other.companyId, deliveredEvents(1));
  await untilLast(6, other);
  const late = await page('?after=2', other);
  expect([numbers(late), late.firstNumber, late.lastNumber]).toEqual([[6], 6, 6]);
});
