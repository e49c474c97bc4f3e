// Events that share a request. They gather for an hour instead of a second, and the test moves the clock, so that a
// slow machine cannot send the first event before the last is recorded.
import { expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { deliveredEvents, messagingEndpoint, record } from '../../given/message-events.ts';
import { givenAccount } from '../../given/people/account.ts';
import { until } from '../../given/until.ts';

const HOUR_MS = 3_600_000;
const cell = useCell({ workers: ['notifier'], settings: { callbackGatherMs: HOUR_MS } });

covers('messaging.callback.batching');
test('a request gathers the events of its waiting time, at most a hundred, in order', async () => {
  const { platform, sink } = cell();
  const { companyId } = await givenAccount(cell(), {});
  const endpointId = await messagingEndpoint(platform, companyId, sink.url('/gather'));
  for (let n = 0; n < 5; n += 1) await record(platform, companyId, deliveredEvents(2), { endpointId });
  await cell().passRounds();
  expect(sink.received('/gather')).toEqual([]);

  await cell().advance(HOUR_MS / 1_000);
  const [together] = await until(
    'a request has arrived',
    () => sink.received('/gather').length > 0 && sink.received('/gather'),
  );
  expect(together?.items).toHaveLength(10);

  await record(platform, companyId, deliveredEvents(250), { endpointId });
  const requests = await until('all requests have arrived without the clock', () => {
    const come = sink.received('/gather').slice(1);
    return come.reduce((sum, { items }) => sum + items.length, 0) === 250 && come;
  });
  expect(requests.every(({ items }) => items.length <= 100)).toBe(true);
  for (const { items } of requests) {
    const numbers = items.map((item) => Number(item['event_number']));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  }
});
