import { expect, test } from 'vitest';
import { oldestOpen } from './bus-streams.ts';

const floor = (stream_seq: number) => ({ stream_seq });

test.each([
  ['waits to be delivered', { num_pending: 1, num_ack_pending: 0, ack_floor: floor(10) }, 11],
  ['was delivered and not acknowledged', { num_pending: 0, num_ack_pending: 1, ack_floor: floor(4) }, 5],
  // A killed broker keeps some acknowledged messages and counts them nowhere.
  ['is left by a crash of the broker only', { num_pending: 0, num_ack_pending: 0, ack_floor: floor(164) }, undefined],
])('a stream whose message %s is open from there', (_what, reader, oldest) => {
  expect(oldestOpen(reader)).toBe(oldest);
});
