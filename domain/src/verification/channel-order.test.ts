import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChannelFigures, channelOrder, forgetting, lowerBound, TRIAL_SHARE } from './channel-order.ts';
import { VERIFICATION_CHANNELS, type VerificationChannel } from './verification-channel.ts';

const LISTED: VerificationChannel[] = ['SMS', 'VOICECODE', 'TELEGRAM_GATEWAY'];
const NO_TRIAL = TRIAL_SHARE;

const figures = (channelType: VerificationChannel, sent: number, entered: number, price = 1): ChannelFigures => ({
  channelType,
  sent,
  entered,
  costMicros: sent * price,
});

const anyFigures = fc.record({
  channelType: fc.constantFrom(...VERIFICATION_CHANNELS),
  sent: fc.double({ min: 0, max: 1e6, noNaN: true }),
  entered: fc.double({ min: 0, max: 1e6, noNaN: true }),
  costMicros: fc.double({ min: 0, max: 1e12, noNaN: true }),
});

describe('the order of channels', () => {
  test('is the listed order without figures', () => {
    fc.assert(
      fc.property(
        fc.subarray([...VERIFICATION_CHANNELS]),
        fc.double({ min: NO_TRIAL, max: 1, noNaN: true }),
        (listed, random) => {
          expect(channelOrder(listed, [], random)).toEqual({ channels: listed, isTrial: false });
        },
      ),
    );
  });

  test('holds every listed channel once, whatever the figures are', () => {
    fc.assert(
      fc.property(
        fc.subarray([...VERIFICATION_CHANNELS]),
        fc.array(anyFigures),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (listed, known, random) => {
          expect(channelOrder(listed, known, random).channels.toSorted()).toEqual(listed.toSorted());
        },
      ),
    );
  });

  test.each([
    ['better conversion', [figures('SMS', 50, 20), figures('VOICECODE', 50, 40)], 'VOICECODE'],
    ['a luckier channel after a single code', [figures('SMS', 50, 40), figures('VOICECODE', 1, 1)], 'SMS'],
    ['too few codes over the listed first one', [figures('SMS', 4, 0), figures('VOICECODE', 50, 40)], 'SMS'],
    ['a luckier but less certain channel', [figures('SMS', 200, 176), figures('VOICECODE', 6, 5.4)], 'SMS'],
    ['equal conversion at a lower price', [figures('SMS', 90, 60, 3), figures('VOICECODE', 90, 60, 2)], 'VOICECODE'],
    [
      'nearly equal conversion at a lower price',
      [figures('SMS', 180, 121, 3), figures('VOICECODE', 180, 120, 2)],
      'VOICECODE',
    ],
    ['better conversion at any price', [figures('SMS', 90, 60, 1), figures('VOICECODE', 90, 70, 99)], 'VOICECODE'],
    ['figures of a channel that is no longer listed', [figures('SMS', 50, 35), figures('WHATSAPP', 50, 50)], 'SMS'],
  ] as const)('with %s begins with the right channel', (_, known, first) => {
    expect(channelOrder(LISTED, known, NO_TRIAL).channels[0]).toBe(first);
  });

  test('places a channel without figures between good and bad ones', () => {
    const known = [figures('SMS', 50, 10), figures('TELEGRAM_GATEWAY', 50, 40)];
    expect(channelOrder(LISTED, known, NO_TRIAL).channels).toEqual(['TELEGRAM_GATEWAY', 'VOICECODE', 'SMS']);
  });
});

describe('a trial', () => {
  test('goes over the channel with the fewest figures', () => {
    const known = [figures('SMS', 100, 80), figures('VOICECODE', 100, 70)];
    expect(channelOrder(LISTED, known, 0)).toEqual({
      channels: ['TELEGRAM_GATEWAY', 'SMS', 'VOICECODE'],
      isTrial: true,
    });
  });

  test('is not made with a single channel', () => {
    expect(channelOrder(['SMS'], [], 0)).toEqual({ channels: ['SMS'], isTrial: false });
  });
});

test("Wilson's bound agrees with published values", () => {
  // 81 of 263 at 95 %: 0.2553 (Newcombe 1998, method 3).
  expect(lowerBound({ sent: 263, entered: 81 }, 1.959964)).toBeCloseTo(0.2553, 4);
  expect(lowerBound({ sent: 148, entered: 15 }, 1.959964)).toBeCloseTo(0.0624, 4);
  expect(lowerBound({ sent: 10, entered: 0 }, 1.959964)).toBe(0);
});

test('figures count half after 173 codes', () => {
  expect(forgetting(0)).toBe(1);
  expect(forgetting(173)).toBeCloseTo(0.5, 2);
  expect(forgetting(100) * forgetting(300)).toBeCloseTo(forgetting(400), 12);
});
