import { expect, test } from 'vitest';
import { claimMonths } from './claims.ts';
import { secondsToEve } from './month-turn.ts';
import { compareMonths } from './months.ts';
import { readTariffs } from './recount.ts';

const FIXED = { senderType: 'START', brand: 'MTS', pricingModel: 'FIXED', currency: 'RUB' };
const MAU = { senderType: 'START', brand: 'MEGAFON', pricingModel: 'MAU', currency: 'RUB' };
const tariffs = readTariffs({
  tariffs: [
    { ...FIXED, prices: [{ from: 0, price: 3.2, priceMauBatch: 0 }] },
    { ...MAU, prices: [{ from: 0, price: 1.9, priceMauBatch: 50 }] },
  ],
});

const [OLD, NEW] = ['2026-11-01', '2026-12-01'];
const sent = (destination: string, brand: number, month: string | null, micros: number, company = 1) => {
  return { destination, brand, month, micros: String(micros), company, sent: month !== null, begins: false };
};
const rows = [
  sent('1', 1, OLD, 3_200_000),
  sent('2', 3, OLD, 51_900_000),
  sent('3', 3, NEW, 51_900_000),
  sent('4', 3, NEW, 51_900_000, 2),
];
const submits = new Map(rows.map(({ destination }) => [destination, 1]));
const ledger = [
  { month: OLD, spentMicros: '55100000', reservedMicros: '0' },
  { month: NEW, spentMicros: '103800000', reservedMicros: '0' },
];
const turn = { from: OLD, to: NEW, takenBefore: new Set<string>(), poor: 5, waited: 5 };

function failedClaims(books: typeof ledger, messages = rows, over: Partial<typeof turn> = {}): string[] {
  const months = compareMonths(books, messages, submits, tariffs);
  const verdict = { months, takenBeforeTurn: 3, takenBeforeInNewMonth: 0 };
  return claimMonths(verdict, { ...turn, ...over }).flatMap(([what, holds]) => (holds ? [] : [what]));
}

test('packages open separately in every month and for every company', () => {
  expect(failedClaims(ledger)).toEqual([]);
});

test('a micro-unit in the wrong month fails the claims of both months', () => {
  const wrong = [
    { month: OLD, spentMicros: '55100001', reservedMicros: '0' },
    { month: NEW, spentMicros: '103799999', reservedMicros: '0' },
  ];
  expect(failedClaims(wrong).map((what) => what.slice(0, 10))).toEqual([OLD, NEW]);
});

test('a remaining reserve of a month fails its claim', () => {
  expect(failedClaims([{ month: OLD, spentMicros: '55100000', reservedMicros: '1' }, ...ledger.slice(1)])).toHaveLength(
    1,
  );
});

test('a submitted message without a month fails a claim', () => {
  const unknown = [...rows.slice(1), sent('1', 1, null, 0)];
  expect(failedClaims(ledger, unknown)).toContain(
    'no month: spent 0 micros, prices of its messages 0, recounted 3200000, 0 still reserved',
  );
});

test('a run fails if no message waited for the new budget or if only one month has sends', () => {
  expect(failedClaims(ledger, rows, { waited: 4 })).toHaveLength(1);
  expect(failedClaims(ledger, rows, { to: '2027-01-01' })).toHaveLength(1);
});

test.each([
  ['2026-11-16T08:00:00Z', '2026-11-30T20:20:00Z'],
  ['2026-11-30T20:19:59Z', '2026-11-30T20:20:00Z'],
  ['2026-11-30T20:20:01Z', '2026-12-31T20:20:00Z'],
  ['2026-12-31T22:00:00Z', '2027-01-31T20:20:00Z'],
])('a run that starts at %s begins at %s of business time', (now, eve) => {
  const nowMs = Date.parse(now);
  expect(new Date(nowMs + secondsToEve(nowMs) * 1_000).toISOString()).toBe(eve.replace('Z', '.000Z'));
});
