import { expect, test } from 'vitest';
import { canAddMessages, DISPATCH_STATUSES, nextDispatchStatus } from './dispatch-status.ts';

test('a dispatch has exactly these moves', () => {
  const moves = DISPATCH_STATUSES.map((from) => [
    from,
    ...(['start', 'stop', 'complete'] as const).map((event) => nextDispatchStatus(from, event)),
  ]);
  expect(moves).toEqual([
    ['CREATED', 'STARTED', undefined, undefined],
    ['STARTED', undefined, 'STOPPED', 'COMPLETED'],
    ['STOPPED', undefined, undefined, undefined],
    ['COMPLETED', undefined, undefined, undefined],
  ]);
});

test('messages are added only before the start', () => {
  expect(DISPATCH_STATUSES.filter(canAddMessages)).toEqual(['CREATED']);
});
