import { expect, test } from 'vitest';
import { boundOf } from './bound.ts';

const none = {
  kills: {},
  freezes: {},
  all: 0,
  cuts: 0,
  postgres: 0,
  promotions: 0,
  nats: 0,
  wipes: 0,
  spells: 0,
  turns: 0,
};
const windows = { smpp: [50, 50], channels: [20] };

test('each fault that leaves submits unanswered allows one window per link', () => {
  const faults = { ...none, kills: { connector: 2, api: 9 }, freezes: { connector: 1, clock: 4 }, all: 1, cuts: 1 };
  expect(boundOf(faults, windows, 0).most).toBe(5 * 120);
  expect(boundOf({ ...none, postgres: 1, promotions: 1, nats: 1, wipes: 1 }, windows, 0).most).toBe(4 * 120);
});

test('an unbind allows the window of one link, and kills of further roles allow no extra submit', () => {
  expect(boundOf({ ...none, kills: { api: 3, pacer: 2, recorder: 4 } }, windows, 7).most).toBe(7 * 50);
});
