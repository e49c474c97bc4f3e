import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { backdateTries, triesSkipped } from '../../given/failed-tries.ts';
import { deliveredEvents, messagingEndpoint, record } from '../../given/message-events.ts';
import { givenAccount } from '../../given/people/account.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ workers: ['notifier'] });
const STEP_SECONDS = 300;
let companyId: number;
beforeAll(async () => {
  ({ companyId } = await givenAccount(cell(), {}));
});

/** A new callback target with waiting events. */
async function givenEvents(count: number, answer: () => number | undefined) {
  const path = `/${randomUUID()}`;
  cell().sink.answer(path, answer);
  const endpointId = await messagingEndpoint(cell().platform, companyId, cell().sink.url(path));
  const add = (more: number) => record(cell().platform, companyId, deliveredEvents(more), { endpointId });
  await add(count);
  return { path, endpointId, add };
}

type Waiting = { rows: number; events: number; attempts: number | null; given_up: number };

async function waiting(endpointId: number): Promise<Waiting> {
  const [row] = await cell().sql<Waiting>(
    `select count(*) filter (where next_try_at is not null)::int as rows,
       coalesce(sum(count) filter (where next_try_at is not null), 0)::int as events,
       min(attempts) filter (where next_try_at is not null)::int as attempts,
       coalesce(sum(count) filter (where next_try_at is null), 0)::int as given_up
     from callback_ranges where endpoint_id = $1`,
    [endpointId],
  );
  return row as Waiting; // an aggregate always returns a row
}

/** Waits until all waiting events have had this many tries and no worker holds them. */
const untilTried = (endpointId: number, attempts: number, events: number) =>
  until(`${events} events have been tried ${attempts} times`, async () => {
    const [owned] = await cell().sql('select id from callback_endpoints where id = $1 and owner is null', [endpointId]);
    const now = await waiting(endpointId);
    return owned !== undefined && now.attempts === attempts && now.events === events;
  });

const requests = (path: string) => cell().sink.received(path);

describe('events that the receiver refused', () => {
  covers(
    'messaging.limits.callback-resend',
    'messaging.callback.resend.5-minutes',
    'messaging.callback.resend.same-id',
    'messaging.callback.2xx',
  );
  test('are sent again five minutes later, not before, with the same id for the same body, until they are accepted', async () => {
    const { path, endpointId } = await givenEvents(3, () => 500);
    await untilTried(endpointId, 1, 3);
    await cell().advance(STEP_SECONDS - 10);
    await cell().settle();
    expect(requests(path)).toHaveLength(1);
    await cell().advance(20);
    await untilTried(endpointId, 2, 3);
    cell().sink.answer(path, () => 204);
    await cell().advance(STEP_SECONDS);
    await until('no event waits', async () => (await waiting(endpointId)).events === 0);
    const come = requests(path);
    expect(come.map(({ headers }) => headers['x-attempt'])).toEqual(['1', '2', '3']);
    expect(new Set(come.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(come.map(({ text }) => text)).size).toBe(1);
    await cell().advance(2 * STEP_SECONDS);
    await cell().settle();
    expect(requests(path)).toHaveLength(3);
  });

  covers('messaging.callback.not-2xx');
  test.each([302, 404, 503])('are sent again after the answer %i', async (status) => {
    const { endpointId } = await givenEvents(1, () => status);
    await untilTried(endpointId, 1, 1);
  });

  covers('messaging.limits.callback-resend', 'messaging.callback.resend.one-day');
  test('are sent 288 more times during a day, and are then given up and stored', async () => {
    const { path, endpointId } = await givenEvents(1, () => 503);
    const skipped = triesSkipped(280);
    for (let tries = 1; tries <= 288; tries += 1) {
      await untilTried(endpointId, tries, 1);
      if (tries === 4) {
        await backdateTries(cell(), 'callback_ranges', endpointId, skipped);
        tries += skipped;
      }
      await cell().advance(tries === 1 ? STEP_SECONDS + 10 : STEP_SECONDS);
    }
    await until('the events are given up', async () => (await waiting(endpointId)).given_up === 1);
    await cell().advance(3 * STEP_SECONDS);
    await cell().settle();
    expect(requests(path)).toHaveLength(289 - skipped);
    expect(await waiting(endpointId)).toEqual({ rows: 0, events: 0, attempts: null, given_up: 1 });
    const [endpoint] = await cell().sql<{ given_up: bigint }>('select given_up from callback_endpoints where id = $1', [
      endpointId,
    ]);
    expect(endpoint?.given_up).toBe(1n);
  });

  covers('messaging.callback.batching');
  test('are sent again in arrays of up to a thousand, and wait in few rows', async () => {
    const { path, endpointId } = await givenEvents(2_500, () => 500);
    await untilTried(endpointId, 1, 2_500);
    const first = requests(path).length;
    expect((await waiting(endpointId)).rows).toBeLessThanOrEqual(6);
    await cell().advance(STEP_SECONDS + 10);
    await untilTried(endpointId, 2, 2_500);
    const sizes = requests(path)
      .slice(first)
      .map(({ items }) => items.length);
    expect(Math.max(...sizes)).toBeGreaterThan(500);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
    cell().sink.answer(path, () => 200);
    await cell().advance(STEP_SECONDS);
    await until('no event waits', async () => (await waiting(endpointId)).events === 0);
    const taken = requests(path).slice(first + sizes.length);
    for (const { items } of taken) {
      const numbers = items.map((item) => Number(item['event_number']));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }
    expect(new Set(taken.flatMap(({ items }) => items.map((item) => item['event_number']))).size).toBe(2_500);
  });

  test('within the same ten seconds become one row at the next try', async () => {
    const { path, endpointId, add } = await givenEvents(2, () => 500);
    await untilTried(endpointId, 1, 2);
    await add(2);
    await untilTried(endpointId, 1, 4);
    await cell().advance(STEP_SECONDS + 10);
    await untilTried(endpointId, 2, 4);
    expect((await waiting(endpointId)).rows).toBeLessThanOrEqual(2);
    expect(requests(path).at(-1)?.items.length).toBeGreaterThanOrEqual(2);
  });

  test('do not delay the first try of a later event', async () => {
    const { path, endpointId, add } = await givenEvents(1, () => undefined);
    await until('the first request hangs', () => requests(path).length === 1);
    await untilTried(endpointId, 1, 1);
    await cell().advance(STEP_SECONDS + 10);
    await until('the resend hangs', () => requests(path).length === 2);
    await add(1);
    await until('the later event arrives meanwhile', () => requests(path).length === 3, 4_000);
    expect(requests(path)[2]?.headers['x-attempt']).toBe('1');
    cell().sink.answer(path, () => 200);
  });
});

test('every request is in the log with its numbers and its result', async () => {
  const { endpointId } = await givenEvents(150, () => 500);
  await untilTried(endpointId, 1, 150);
  const rows = await cell().sql<{ events: number; status: number; attempt: number; wide: bigint }>(
    'select events, status, attempt, last_number - first_number as wide from callback_attempts where endpoint_id = $1',
    [endpointId],
  );
  expect(rows.reduce((sum, { events }) => sum + events, 0)).toBe(150);
  expect(rows.every(({ status, attempt, wide }) => status === 500 && attempt === 1 && wide >= 0n)).toBe(true);
});
