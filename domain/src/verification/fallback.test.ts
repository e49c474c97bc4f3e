import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPlanOpen, needsOrder, plannedChannels, waitOf } from './fallback.ts';
import { FALLBACKS, VERIFICATION_CHANNELS, type VerificationChannel } from './verification-channel.ts';

const ORDER: VerificationChannel[] = ['SMS', 'VOICECODE', 'TELEGRAM_GATEWAY'];
const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);

describe('the plan', () => {
  test.each([
    ['NONE', 'VOICECODE', ['VOICECODE']],
    ['NONE', 'AUTO', ['SMS']],
    ['LISTED', 'AUTO', ['SMS', 'VOICECODE', 'TELEGRAM_GATEWAY']],
    ['LISTED', 'SMS', ['SMS', 'VOICECODE', 'TELEGRAM_GATEWAY']],
    ['LISTED', 'VOICECODE', ['VOICECODE', 'TELEGRAM_GATEWAY']],
    ['LISTED', 'TELEGRAM_GATEWAY', ['TELEGRAM_GATEWAY']],
    ['AUTO', 'AUTO', ['SMS', 'VOICECODE', 'TELEGRAM_GATEWAY']],
    ['AUTO', 'VOICECODE', ['VOICECODE', 'SMS', 'TELEGRAM_GATEWAY']],
  ] as const)('of fallback %s for a request of %s is %j', (fallback, wanted, plan) => {
    expect(plannedChannels(fallback, wanted, ORDER)).toEqual(plan);
  });

  test('begins with the wanted channel and repeats none', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FALLBACKS),
        fc.subarray([...VERIFICATION_CHANNELS], { minLength: 1 }),
        fc.nat(),
        (fallback, order, at) => {
          const wanted = order[at % order.length] ?? 'AUTO';
          const plan = plannedChannels(fallback, wanted, order);
          expect(plan[0]).toBe(wanted);
          expect(new Set(plan).size).toBe(plan.length);
          expect(plan.every((channel) => order.includes(channel))).toBe(true);
        },
      ),
    );
  });

  test.each([
    ['NONE', 'SMS', false],
    ['NONE', 'AUTO', true],
    ['LISTED', 'AUTO', false],
    ['AUTO', 'SMS', true],
  ] as const)('of fallback %s for a request of %s is ordered by conversion: %s', (fallback, wanted, isOrdered) => {
    expect(needsOrder(fallback, wanted)).toBe(isOrdered);
  });

  test('is empty without a usable channel', () => {
    expect(plannedChannels('AUTO', 'AUTO', [])).toEqual([]);
  });
});

test('a channel waits 20 seconds unless it says otherwise', () => {
  expect([waitOf({}), waitOf({ waitSeconds: 45 })]).toEqual([20, 45]);
});

describe('a further message of a code', () => {
  const open = { checks: 2, checksMax: 5, expiresAt: at(600), confirmedAt: null, cancelledAt: null };
  test.each([
    ['open', {}, 20, true],
    ['confirmed', { confirmedAt: at(10) }, 20, false],
    ['cancelled', { cancelledAt: at(10) }, 20, false],
    ['without checks', { checks: 5 }, 20, false],
    ['in its last minute', {}, 570, true],
    ['near its end', {}, 571, false],
    ['expired', {}, 600, false],
  ])('may follow while the code is %s', (_, change, now, isOpen) => {
    expect(isPlanOpen({ ...open, ...change }, at(now), 600)).toBe(isOpen);
  });
});
