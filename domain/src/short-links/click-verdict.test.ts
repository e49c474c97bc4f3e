import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyVisits, type RecentVisit, type Visit } from './click-verdict.ts';

const NOW = 1_720_000_000_000;
const visit = (change: Partial<Visit> = {}): Visit => ({
  code: 'Ab3xY9kZ',
  address: 'one',
  atMs: NOW,
  agent: 'mobile',
  isPrefetch: false,
  handedOverAtMs: NOW - 60_000,
  ...change,
});
const recent = (change: Partial<RecentVisit> = {}): RecentVisit => ({
  code: 'Ab3xY9kZ',
  address: 'one',
  atMs: NOW - 1_000,
  humanAtMs: null,
  ...change,
});
const otherCodes = (count: number, change: Partial<RecentVisit> = {}) =>
  Array.from({ length: count }, (_, at) => recent({ code: `other${at}`, ...change }));

describe('a single visit', () => {
  test.each<[string, Visit, readonly RecentVisit[], string]>([
    ['of a browser is a click', visit(), [], 'human'],
    ['of a robot is none', visit({ agent: 'robot' }), [], 'robot'],
    ['that prefetches is none', visit({ isPrefetch: true }), [], 'prefetch'],
    ['before the hand-over is known is early', visit({ handedOverAtMs: null }), [], 'early'],
    ['1,999 ms after the hand-over is early', visit({ handedOverAtMs: NOW - 1_999 }), [], 'early'],
    ['2 s after the hand-over is a click', visit({ handedOverAtMs: NOW - 2_000 }), [], 'human'],
    ['9,999 ms after a click of the same address repeats it', visit(), [recent({ humanAtMs: NOW - 9_999 })], 'repeat'],
    ['10 s after a click is a click again', visit(), [recent({ humanAtMs: NOW - 10_000 })], 'human'],
    ['after a visit that was no click is a click', visit(), [recent()], 'human'],
    ['of another address is a click of its own', visit(), [recent({ address: 'two', humanAtMs: NOW - 1 })], 'human'],
    ['of another link is a click of its own', visit(), [recent({ code: 'x', humanAtMs: NOW - 1 })], 'human'],
    ['of the 19th link in a minute is a click', visit(), otherCodes(18), 'human'],
    ['of the 20th link in a minute is one of many', visit(), otherCodes(19), 'many'],
    ['of the 20th link, the others a minute ago, is a click', visit(), otherCodes(19, { atMs: NOW - 60_000 }), 'human'],
    ['beside many links of another address is a click', visit(), otherCodes(40, { address: 'two' }), 'human'],
  ])('%s', (_name, given, before, expected) => {
    expect(classifyVisits([given], before)).toEqual([expected]);
  });
});

test('each visit counts for the visits after it', () => {
  const later = visit({ atMs: NOW + 5_000 });
  expect(classifyVisits([visit(), later, visit({ atMs: NOW + 10_000 })], [])).toEqual(['human', 'repeat', 'human']);
  const scan = Array.from({ length: 25 }, (_, at) => visit({ code: `code${at}`, atMs: NOW + at }));
  expect(classifyVisits(scan, []).filter((verdict) => verdict === 'many')).toHaveLength(6);
});

test('clicks of one address on one short link are at least ten seconds apart', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 8_000 })), (waits) => {
      let atMs = NOW;
      const visits = waits.map((wait) => visit({ atMs: (atMs += wait) }));
      const clicks = visits.filter((_, at) => classifyVisits(visits, [])[at] === 'human').map((one) => one.atMs);
      clicks.slice(1).forEach((ms, at) => {
        expect(ms - (clicks[at] ?? 0)).toBeGreaterThanOrEqual(10_000);
      });
    }),
  );
});
