import { expect, test } from 'vitest';
import { localMinute, replayBody } from './replay-choice.ts';

const choice = { what: 'failed', companyId: 7, targetId: undefined, from: '2026-07-01T10:00', to: '' } as const;

test('a choice becomes a request when all its times are set', () => {
  const since = new Date('2026-07-01T10:00').toISOString();
  expect(replayBody(choice)).toEqual({ companyId: 7, what: 'failed', since });
  expect(replayBody({ ...choice, what: 'period' })).toBeUndefined();
  expect(replayBody({ ...choice, from: '' })).toBeUndefined();
  expect(replayBody({ ...choice, what: 'period', to: '2026-07-01T11:00', targetId: 3 })).toMatchObject({
    from: since,
    targetId: 3,
  });
});

test('a moment is written in the format of a datetime-local field', () => {
  expect(new Date(localMinute(new Date('2026-07-01T10:00'))).getTime()).toBe(new Date('2026-07-01T10:00').getTime());
});
