import { expect, test } from 'vitest';
import { TRAFFIC_TYPES } from '../money/tariff.ts';
import { LANES, laneOf, resendInDoubtAtOnce } from './lane.ts';

test.each([
  ['AUTHORIZE', 'urgent', 'urgent'],
  ['TRANSACT', 'urgent', 'urgent'],
  ['SERVICE', 'normal', 'normal'],
  ['PROMO', 'normal', 'bulk'],
] as const)('%s uses lane %s as a single message and lane %s in a dispatch', (trafficType, alone, inDispatch) => {
  expect(laneOf(trafficType, false)).toBe(alone);
  expect(laneOf(trafficType, true)).toBe(inDispatch);
});

test('lanes are listed most urgent first', () => {
  expect(LANES).toEqual(['urgent', 'normal', 'bulk']);
});

test('only codes and transactions in doubt are resent immediately', () => {
  expect(TRAFFIC_TYPES.filter(resendInDoubtAtOnce)).toEqual(['TRANSACT', 'AUTHORIZE']);
});
