import { expect, test } from 'vitest';
import { LANES, laneOf, resendInDoubtAtOnce } from './lane.ts';
import { TRAFFIC_TYPES } from './tariff.ts';

test.each([
  ['AUTHORIZE', 'urgent', 'urgent'],
  ['TRANSACT', 'urgent', 'urgent'],
  ['SERVICE', 'normal', 'normal'],
  ['PROMO', 'normal', 'bulk'],
] as const)('%s goes %s alone and %s in a dispatch', (trafficType, alone, inDispatch) => {
  expect(laneOf(trafficType, false)).toBe(alone);
  expect(laneOf(trafficType, true)).toBe(inDispatch);
});

test('lanes are listed most urgent first', () => {
  expect(LANES).toEqual(['urgent', 'normal', 'bulk']);
});

test('only codes and transactions are sent again at once when in doubt', () => {
  expect(TRAFFIC_TYPES.filter(resendInDoubtAtOnce)).toEqual(['TRANSACT', 'AUTHORIZE']);
});
