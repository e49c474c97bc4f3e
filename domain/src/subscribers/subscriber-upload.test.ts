import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastItems } from './subscriber-upload.ts';

const item = (subscriberId: string, destination: string) => ({ subscriberId, destination });

describe('lastItems', () => {
  test.each([
    ['different ids and numbers', ['1A', '2B'], ['1A', '2B']],
    ['an id with a second number', ['1A', '1B'], ['1B']],
    ['a number with a second id', ['1A', '2A'], ['2A']],
    ['two subscribers that swap their numbers', ['1A', '2B', '1B', '2A'], ['1B', '2A']],
    ['an item replaced by an item that does not count', ['2A', '1A', '1B'], ['2A', '1B']],
    ['the same item twice', ['1A', '1A'], ['1A']],
  ])('keeps the last items of %s', (_title, given, kept) => {
    const items = given.map(([id = '', number = '']) => item(id, number));
    expect(lastItems(items).map(({ subscriberId, destination }) => subscriberId + destination)).toEqual(kept);
  });

  const items = fc.array(
    fc.record({ subscriberId: fc.constantFrom('1', '2', '3'), destination: fc.constantFrom('A', 'B', 'C') }),
  );

  test('names every id and every number at most once, in the order of the upload', () => {
    fc.assert(
      fc.property(items, (given) => {
        const kept = lastItems(given);
        expect(new Set(kept.map(({ subscriberId }) => subscriberId)).size).toBe(kept.length);
        expect(new Set(kept.map(({ destination }) => destination)).size).toBe(kept.length);
        const places = kept.map((one) => given.indexOf(one));
        expect(places).toEqual(places.toSorted((one, other) => one - other));
      }),
    );
  });

  test('drops an item only for a later item that counts', () => {
    fc.assert(
      fc.property(items, (given) => {
        const kept = lastItems(given);
        for (const [at, one] of given.entries()) {
          const isReplaced = kept.some(
            (other) =>
              given.indexOf(other) > at &&
              (other.subscriberId === one.subscriberId || other.destination === one.destination),
          );
          expect(kept.includes(one)).toBe(!isReplaced);
        }
      }),
    );
  });
});
