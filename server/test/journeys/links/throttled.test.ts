// A provider that answers "later" for longer than a batch may be in flight: no message was accepted, so none is in
// doubt, none counts as sent and none is sent twice.
import { expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName } from '../../given/people/seller.ts';
import { pause, until } from '../../given/until.ts';

const DEADLINE_MS = 4_000;
const cell = useCell({ settings: { moderation: 'auto', batchDeadlineMs: DEADLINE_MS } });

test('messages of a link that is throttled for long wait, and are sent once', async () => {
  const { channels } = cell().operators;
  await cell().channel('VIBER');
  const seller = await givenSeller(cell(), { brands: [] });
  await registerName(cell(), seller, { channelType: 'VIBER' });
  await channels.behave('viber', { throttledPercent: 100, retryAfterSeconds: 5 });
  const items = Array.from({ length: 20 }, (_, at) => ({
    channelType: 'VIBER',
    senderName: 'Shop',
    destination: String(79_161_230_010 + at),
    content: 'Hi',
  }));
  const uuids = (await seller.results(...items)).map(({ messageUuid }) => messageUuid ?? '');
  await until('the messages are throttled', async () => (await channels.counters('viber')).throttled > 0);
  await pause(1.5 * DEADLINE_MS);
  expect(await seller.ids('status=sending')).toHaveLength(20);
  expect(await cell().sql('select id from batches where doubts > 0')).toEqual([]);
  await channels.behave('viber', { throttledPercent: 0 });
  for (const uuid of uuids) await seller.untilStatus(uuid, 'delivered');
  const { accepted, repeated } = await channels.counters('viber');
  expect([accepted, repeated]).toEqual([20, 0]);
});
