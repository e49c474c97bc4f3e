import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countsByState, MESSAGE_STATES, stateOfStatus, statusOfState } from './message-state.ts';
import { MESSAGE_STATUSES } from './message-status.ts';

test.for([
  ['CREATED', 'queued'],
  ['SENT', 'withOperator'],
  ['DELIVERED', 'delivered'],
  ['FAILED', 'failed'],
] as const)('the status %s maps to the state %s and back', ([status, state]) => {
  expect(stateOfStatus(status)).toBe(state);
  expect(statusOfState(state)).toBe(status);
});

test('every status has its own state', () => {
  expect(MESSAGE_STATUSES.map(stateOfStatus)).toEqual(MESSAGE_STATES);
});

test('counters agree with counting the messages themselves', () => {
  const message = fc.constantFrom('queued', 'withOperator', 'delivered', 'failedAtOperator', 'neverSent');
  fc.assert(
    fc.property(fc.array(message), (messages) => {
      const of = (...kinds: string[]) => messages.filter((kind) => kinds.includes(kind)).length;
      const counts = countsByState({
        total: messages.length,
        sent: of('withOperator', 'delivered', 'failedAtOperator'),
        delivered: of('delivered'),
        failed: of('failedAtOperator', 'neverSent'),
        unsent: of('neverSent'),
      });
      expect(counts).toEqual({
        accepted: messages.length,
        queued: of('queued'),
        withOperator: of('withOperator'),
        delivered: of('delivered'),
        failed: of('failedAtOperator', 'neverSent'),
      });
      expect(counts.accepted).toBe(counts.queued + counts.withOperator + counts.delivered + counts.failed);
    }),
  );
});
