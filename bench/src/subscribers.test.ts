import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { buildNumberingPlan } from '@volley/domain/numbers/numbering-plan.ts';
import { segmentText } from '@volley/domain/text/text-segmentation.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dispatchText, numberMaker, openSubscribers, readRegister } from './subscribers.ts';

const position = fc.integer({ min: 0, max: 5_000_000 });

describe('numbers of the register', () => {
  const plan = buildNumberingPlan(readRegister());
  const subscribers = openSubscribers();

  test.each(BRANDS)('generated for %s belong to it', (brand) => {
    fc.assert(
      fc.property(position, (at) => {
        const number = subscribers.numberOf(brand, at);
        expect(String(number)).toMatch(/^79\d{9}$/);
        expect(plan.find(number)?.brand).toBe(brand);
      }),
    );
  });

  test('are distinct for recipients, with the brands in rotation', () => {
    const recipients = subscribers.recipients(123, 20_000);
    expect(new Set(recipients.map(({ destination }) => destination)).size).toBe(20_000);
    const counts = new Map<unknown, number>();
    for (const { destination } of recipients) {
      const brand = plan.find(Number(destination))?.brand;
      counts.set(brand, (counts.get(brand) ?? 0) + 1);
    }
    expect([...counts.values()]).toEqual([5_000, 5_000, 5_000, 5_000]);
  });

  test('lie in different ranges for neighboring positions', () => {
    const hundreds = Array.from({ length: 100 }, (_, at) => Math.floor(subscribers.numberOf('MTS', at) / 1_000_000));
    expect(new Set(hundreds).size).toBeGreaterThan(50);
  });
});

test('are each generated once before the positions wrap around', () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 20 }));
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 6 }), (spans) => {
      let next = 79_000_000_000;
      const ranges = spans.map(([gap, length]) => {
        const from = next + gap + 1;
        next = from + length;
        return { from, to: next };
      });
      const all = ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
      const make = numberMaker(ranges);
      const made = all.map((_, at) => make(at));
      expect(made.toSorted((a, b) => a - b)).toEqual(all);
      expect(make(all.length)).toBe(make(0));
    }),
  );
});

test('the dispatch text has one part with every name', () => {
  for (const { substitutions } of openSubscribers().recipients(0, 8)) {
    const text = dispatchText.replace('{name}', substitutions?.['name'] ?? '');
    expect(segmentText(text).parts).toBe(1);
    expect(text.length).toBeGreaterThan(60);
  }
});
