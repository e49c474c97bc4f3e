// Resends while the receiver is down: exactly the selected events, without a change of the retry schedule.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type ReplayRequest, replayCallbacks } from '../../../src/features/callbacks/feed/replay-events.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { uuidV7 } from '../../../src/platform/uuid-v7.ts';
import { useCell } from '../../given/cell.ts';
import { deliveredEvents, messagingEndpoint, record, statusEvent } from '../../given/message-events.ts';
import { givenAccount } from '../../given/people/account.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ workers: ['notifier'] });
const STEP_MS = 300_000;
let companyId: number;
beforeAll(async () => {
  ({ companyId } = await givenAccount(cell(), {}));
});

const numbersAt = (path: string) =>
  cell()
    .sink.received(path)
    .flatMap(({ items }) => items.map((item) => Number(item['event_number'])));

const untilCame = (path: string, count: number) =>
  until(`${count} events have arrived at ${path}`, () => numbersAt(path).length >= count && numbersAt(path));

async function givenEvents(count: number, status: () => number) {
  const path = `/${randomUUID()}`;
  cell().sink.answer(path, status);
  const endpointId = await messagingEndpoint(cell().platform, companyId, cell().sink.url(path));
  await record(cell().platform, companyId, deliveredEvents(count), { endpointId });
  return { path, endpointId, numbers: await untilCame(path, count) };
}

async function replay(...requests: readonly ReplayRequest[]): Promise<void> {
  await inTransaction(cell().platform.db, async (tx) => {
    for (const request of requests) await replayCallbacks(tx, companyId, request);
  });
  cell().platform.bus.wake('notify');
}

const untilLeft = (endpointId: number, attempts: number) =>
  until(`try ${attempts} is recorded`, async () => {
    const rows = await cell().sql<{ nextTryAt: Date }>(
      `select r.next_try_at as "nextTryAt" from callback_ranges r join callback_endpoints e on e.id = r.endpoint_id
        where e.id = $1 and e.owner is null and r.attempts = $2 and r.next_try_at > business_now()`,
      [endpointId, attempts],
    );
    return rows[0]?.nextTryAt;
  });

test('single events that fail again are resent alone, without the events between them', async () => {
  let status = 200;
  const { path, endpointId, numbers } = await givenEvents(30, () => status);
  status = 500;
  const meant = [numbers[2] ?? 0, numbers[27] ?? 0];
  await replay(...meant.map((eventNumber) => ({ what: 'event' as const, eventNumber, endpointId })));
  await untilLeft(endpointId, 1);
  status = 200;
  const before = numbersAt(path).length;
  await cell().advance(STEP_MS / 1_000 + 10);
  await until('no event waits', async () => {
    const rows = await cell().sql('select id from callback_ranges where endpoint_id = $1', [endpointId]);
    return rows.length === 0;
  });
  expect(numbersAt(path).slice(before)).toEqual(meant);
});

test('tries on request do not count against the five minutes and the day of the other tries', async () => {
  const { endpointId } = await givenEvents(1, () => 500);
  const planned = await untilLeft(endpointId, 1);
  for (const attempts of [2, 3, 4, 5]) {
    await replay({ what: 'failed', endpointId });
    expect(await untilLeft(endpointId, attempts)).toEqual(planned);
  }
});

test('a message that waited for a week before it was sent is found by its id', async () => {
  const { path, endpointId } = await givenEvents(1, () => 200);
  const messageUuid = uuidV7(cell().now().getTime() - 8 * 86_400_000);
  await record(cell().platform, companyId, [statusEvent('delivered', { messageUuid })], { endpointId });
  await untilCame(path, 2);
  await replay({ what: 'message', messageUuid });
  const numbers = await untilCame(path, 3);
  expect(numbers[2]).toBe(numbers[1]);
});
