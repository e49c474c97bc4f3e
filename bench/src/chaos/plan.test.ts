import { describe, expect, test } from 'vitest';
import { SPELL_NAMES } from './hostile.ts';
import { type Fault, planFaults } from './plan.ts';
import { seededChance } from './random.ts';

const SEATS = ['api', 'pacer', 'connector', 'connector', 'recorder', 'recorder', 'notifier', 'clock'];
const faultsOf = (kills: number, seed: number): Fault[] =>
  planFaults(SEATS, kills, seededChance(seed)).map(({ fault }) => fault);
const seeds = Array.from({ length: 50 }, (_, seed) => seed);

test('the same seed gives the same faults in the same order', () => {
  expect(faultsOf(24, 7)).toEqual(faultsOf(24, 7));
  expect(faultsOf(24, 7)).not.toEqual(faultsOf(24, 8));
});

describe.each(seeds)('seed %i', (seed) => {
  test('24 kills come with every kind of fault, and every role is frozen once', () => {
    const faults = faultsOf(24, seed);
    const kinds = faults.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'kill')).toHaveLength(24);
    for (const kind of ['postgres', 'promote', 'nats', 'wipe', 'all', 'cut'] as const) expect(kinds).toContain(kind);
    const frozen = faults.flatMap((fault) => (fault.kind === 'freeze' ? [SEATS[fault.seat]] : []));
    expect(frozen).toHaveLength(new Set(SEATS).size);
    expect(new Set(frozen)).toEqual(new Set(SEATS));
  });

  test('8 kills come with every kind of fault but few freezes; the connector is frozen', () => {
    const faults = faultsOf(8, seed);
    const kinds = new Set(faults.map(({ kind }) => kind));
    expect(kinds).toEqual(new Set('all cut freeze heal kill nats postgres promote raise spell turn wipe'.split(' ')));
    expect(faults.some((fault) => fault.kind === 'freeze' && SEATS[fault.seat] === 'connector')).toBe(true);
    const killed = faults.flatMap((fault) => (fault.kind === 'kill' ? [fault.seat] : []));
    expect(new Set(killed)).toEqual(new Set(SEATS.keys()));
  });

  test.each([0, 1, 8, 24])(
    'with %i kills the month turns once in the middle of the run, and the budget is raised after it',
    (kills) => {
      const kinds = faultsOf(kills, seed).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'turn' || kind === 'raise')).toEqual(['turn', 'raise']);
      const before = kinds.slice(0, kinds.indexOf('turn')).filter((kind) => kind === 'kill').length;
      if (kills < 8) return;
      expect(before).toBeGreaterThan(kills / 3 - 1);
      expect(before).toBeLessThanOrEqual((2 * kills) / 3 + 1);
    },
  );

  test.each([8, 24])('in a plan of %i kills every spell is healed after it began', (kills) => {
    const faults = faultsOf(kills, seed);
    for (const spell of SPELL_NAMES) {
      const at = (kind: 'spell' | 'heal') =>
        faults.findIndex((fault) => fault.kind === kind && 'spell' in fault && fault.spell === spell);
      expect(at('spell')).toBeGreaterThanOrEqual(0);
      expect(at('heal')).toBeGreaterThan(at('spell'));
    }
  });
});
