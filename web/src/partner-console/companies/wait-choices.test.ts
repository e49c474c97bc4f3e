import { ROUTE_WAIT_SECONDS_MAX } from '@volley/domain/links/route-wait.ts';
import { expect, test } from 'vitest';
import { isSameWaits, waitChoices } from './wait-choices.ts';

test('a wait that was set over the API is offered beside the named ones, of its type only', () => {
  const stored = { SERVICE: 43_200, PROMO: 600 };
  expect(waitChoices(stored, 'SERVICE')).toEqual([43_200, 604_800, 86_400, 3_600, 600]);
  expect(waitChoices(stored, 'PROMO')).toEqual([604_800, 86_400, 3_600, 600]);
});

test.each([
  [{}, {}, true],
  [{}, { PROMO: ROUTE_WAIT_SECONDS_MAX }, true],
  [{ PROMO: 600, SERVICE: 60 }, { SERVICE: 60, PROMO: 600 }, true],
  [{ PROMO: 600 }, {}, false],
  [{ PROMO: 600 }, { PROMO: 601 }, false],
])('the waits %j and %j are the same: %s', (one, other, isSame) => {
  expect(isSameWaits(one, other)).toBe(isSame);
});
