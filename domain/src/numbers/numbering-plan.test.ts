import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { BRANDS, brandOfId } from './brand.ts';
import type { NumberingPlan, NumberRange } from './numbering-plan.ts';
import { buildNumberingPlan, isWorthSending } from './numbering-plan.ts';

const range = (from: number, to: number, given: Partial<NumberRange> = {}): NumberRange => ({
  from,
  to,
  brand: 'MTS',
  hostBrand: undefined,
  kind: 'MNO',
  inn: '7740000076',
  region: 'Город Москва',
  timezone: 'Europe/Moscow',
  ...given,
});

describe('a plan', () => {
  test.each([
    ['unsorted', [range(200, 299), range(100, 199)]],
    ['overlapping', [range(100, 200), range(200, 299)]],
    ['repeated', [range(100, 200), range(100, 200)]],
    ['turned round', [range(200, 100)]],
    ['not whole', [range(100.5, 200)]],
    ['not a number', [range(Number.NaN, 200)]],
  ])('refuses ranges that are %s', (_, ranges) => {
    expect(() => buildNumberingPlan(ranges)).toThrow(RangeError);
  });

  test('without ranges knows no number', () => {
    expect(buildNumberingPlan([]).find(79_161_230_001)).toBeUndefined();
  });

  test('finds both ends of a range and no number beside it', () => {
    const plan = buildNumberingPlan([range(100, 199), range(300, 399, { brand: 'TELE2' })]);
    const brands = [99, 100, 199, 200, 299, 300, 399, 400, Number.NaN].map((n) => plan.find(n)?.brand);
    expect(brands).toEqual([undefined, 'MTS', 'MTS', undefined, undefined, 'TELE2', 'TELE2', undefined, undefined]);
  });

  test('agrees with a linear search over random ranges', () => {
    const edges = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 60, size: 'max' });
    fc.assert(
      fc.property(edges, fc.integer({ min: 0, max: 501 }), (points, wanted) => {
        const sorted = points.toSorted((a, b) => a - b);
        const ranges = sorted.flatMap((from, at) =>
          at % 2 === 0 ? [range(from, sorted[at + 1] ?? from, { region: `${from}` })] : [],
        );
        const expected = ranges.find(({ from, to }) => from <= wanted && wanted <= to);
        expect(buildNumberingPlan(ranges).find(wanted)?.region).toBe(expected?.region);
      }),
    );
  });
});

describe('ported numbers', () => {
  const ranges = [
    range(79_160_000_000, 79_169_999_999),
    range(79_770_000_000, 79_770_999_999, {
      brand: undefined,
      hostBrand: 'TELE2',
      kind: 'MVNO',
      timezone: 'Asia/Omsk',
    }),
  ];

  test('take precedence over the range and keep its region and zone', () => {
    const plan = buildNumberingPlan(ranges, [
      [79_770_000_005, 'MEGAFON'],
      [79_160_000_001, 'BEELINE'],
    ]);
    expect(plan.find(79_160_000_001)).toMatchObject({ brand: 'BEELINE', ported: true, region: 'Город Москва' });
    expect(plan.find(79_770_000_005)).toEqual({
      brand: 'MEGAFON',
      hostBrand: undefined,
      kind: 'MNO',
      region: 'Город Москва',
      timezone: 'Asia/Omsk',
      ported: true,
    });
    expect(plan.find(79_160_000_002)).toMatchObject({ brand: 'MTS', ported: false });
    expect(plan.find(79_770_000_004)).toMatchObject({ hostBrand: 'TELE2', ported: false });
  });

  test('outside every range stay unassigned', () => {
    expect(buildNumberingPlan(ranges, [[79_000_000_001, 'MTS']]).find(79_000_000_001)).toBeUndefined();
  });

  test('are rejected if they are not mobile or are ported to two brands', () => {
    expect(() => buildNumberingPlan(ranges, [[74_951_230_001, 'MTS']])).toThrow(RangeError);
    expect(() => buildNumberingPlan(ranges, [[79_160_000_000.5, 'MTS']])).toThrow(RangeError);
    const twice = [[79_160_000_001, 'MTS'] as const, [79_160_000_001, 'TELE2'] as const];
    expect(() => buildNumberingPlan(ranges, twice)).toThrow(RangeError);
    expect(() => buildNumberingPlan(ranges, [...twice.slice(0, 1), ...twice.slice(0, 1)])).not.toThrow();
  });

  test('agree with a plain map', () => {
    const offsets = fc.dictionary(fc.integer({ min: 0, max: 300 }).map(String), fc.constantFrom(...BRANDS));
    fc.assert(
      fc.property(offsets, (moved) => {
        const pairs = Object.entries(moved).map(([offset, brand]) => [79_160_000_000 + Number(offset), brand] as const);
        const plan = buildNumberingPlan(ranges, pairs.toReversed());
        for (let offset = 0; offset <= 301; offset += 1) {
          const facts = plan.find(79_160_000_000 + offset);
          expect(facts?.brand).toBe(moved[String(offset)] ?? 'MTS');
          expect(facts?.ported).toBe(moved[String(offset)] !== undefined);
        }
      }),
      { numRuns: propertyRuns(30) },
    );
  });
});

test.each([
  ['MNO', true],
  ['MVNO', true],
  ['subsidiary', true],
  ['other', true],
  ['M2M', false],
  ['satellite', false],
  ['unallocated', false],
  ['regulator', false],
])('a number of kind %s is worth sending to: %s', (kind, expected) => {
  expect(isWorthSending(kind)).toBe(expected);
});

function readRows(name: string): Record<string, string>[] {
  const text = readFileSync(new URL(`../../../server/reference-data/numbering/${name}`, import.meta.url), 'utf8');
  const [header = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) =>
      Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, bare]) =>
        quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
      ),
    );
  return rows.map((row) => Object.fromEntries(header.map((column, at) => [column, row[at] ?? ''])));
}

describe('the register', () => {
  const operators = new Map(readRows('operator-brand.csv').map((row) => [row['inn'], row]));
  const brandNamed = (name: string | undefined) => BRANDS.find((brand) => brand === name);
  const rows = readRows('ru-mobile-ranges.csv');
  const ranges = rows.map((row) => {
    const operator = operators.get(row['inn']);
    return range(Number(row['from']), Number(row['to']), {
      brand: brandNamed(row['brand']),
      hostBrand: brandNamed(operator?.['host_brand']),
      kind: operator?.['kind'] ?? '',
      inn: row['inn'] ?? '',
      region: row['region'] ?? '',
      timezone: row['timezone'] ?? '',
    });
  });
  const plan = buildNumberingPlan(ranges);

  test('has an operator and a zone for every range', () => {
    expect(ranges).toHaveLength(16_556);
    expect(ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)).toBe(706_567_081);
    expect(ranges.filter(({ kind }) => kind === '')).toEqual([]);
    const zones = new Map(readRows('ru-region-timezone.csv').map((row) => [row['region'], row['timezone']]));
    for (const { region, timezone } of ranges) if (zones.get(region) !== timezone) expect.fail(region);
    for (const zone of new Set(zones.values())) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
    }
  });

  test.each([
    [79_000_000_000, { brand: 'TELE2', region: 'Краснодарский край', timezone: 'Europe/Moscow', kind: 'MNO' }],
    [79_000_062_500, { brand: 'TELE2', region: 'Ростовская область' }],
    [79_161_230_001, { brand: 'MTS', timezone: 'Europe/Moscow', ported: false }],
    [79_031_230_002, { brand: 'BEELINE', timezone: 'Europe/Moscow' }],
    [79_261_230_003, { brand: 'MEGAFON', timezone: 'Europe/Moscow' }],
    [79_771_230_004, { brand: 'TELE2', timezone: 'Europe/Moscow' }],
  ])('knows %d', (destination, facts) => {
    expect(plan.find(destination)).toMatchObject(facts);
  });

  test('knows both ends of every range', () => {
    for (const { from, to, inn, region } of ranges) {
      for (const number of [from, to]) {
        if (plan.find(number)?.region !== region) expect.fail(`${number} of ${inn}`);
      }
    }
  });

  test('assigns none of the gaps between its ranges', () => {
    let gaps = 0;
    ranges.forEach(({ to }, at) => {
      if (ranges[at + 1]?.from === to + 1) return;
      gaps += 1;
      expect(plan.find(to + 1)).toBeUndefined();
    });
    expect(gaps).toBeGreaterThan(100);
    for (const number of [74_951_230_001, 78_001_230_001, 77_011_230_001, 380_441_230_001]) {
      expect(plan.find(number)).toBeUndefined();
    }
  });

  test('contains no sandbox number', () => {
    for (let brandId = 0; brandId <= 4; brandId += 1) {
      for (let outcome = 0; outcome <= 99; outcome += 1) {
        const number = 70_000_000_000 + brandId * 1_000_000 + outcome;
        expect(plan.find(number), `${number} of ${brandOfId(brandId)}`).toBeUndefined();
      }
    }
    expect(ranges.some(({ from, to }) => to >= 70_000_000_000 && from < 70_010_000_000)).toBe(false);
  });

  test('returns shared objects', () => {
    const ported = Array.from({ length: 1_000 }, (_, n) => [79_160_000_000 + n * 3, 'TELE2'] as const);
    const portedPlan = buildNumberingPlan(ranges, ported);
    expect(plan.find(79_161_230_001)).toBe(plan.find(79_161_230_001));
    expect(portedPlan.find(79_160_000_003)).toBe(portedPlan.find(79_160_000_003));
  });

  test('compares a number with at most one more range if the ranges double', () => {
    const numbers = Array.from({ length: 1_000 }, (_, n) => 79_000_000_000 + ((n * 7_919_017) % 1_000_000_000));
    const comparisonsMax = (of: NumberingPlan) => Math.max(...numbers.map((number) => comparisonsOf(of, number)));
    const half = buildNumberingPlan(ranges.filter((_, at) => at % 2 === 0));
    expect(comparisonsMax(plan)).toBeLessThanOrEqual(comparisonsMax(half) + 1);
    // After the search a lookup reads the end of the range and the table of ported numbers.
    expect(comparisonsMax(plan)).toBeLessThanOrEqual(Math.ceil(Math.log2(ranges.length)) + 3);
  });
});

/** Number of times that a lookup reads the value of the destination. */
function comparisonsOf(plan: NumberingPlan, destination: number): number {
  let asked = 0;
  const counting = {
    valueOf: () => {
      asked += 1;
      return destination;
    },
  };
  // A lookup only compares and subtracts, and valueOf supports both.
  plan.find(counting as unknown as number);
  return asked;
}
