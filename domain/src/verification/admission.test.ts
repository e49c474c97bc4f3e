import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { admission, DAY_SHARE_KEPT, type Evidence, isMet, type VisitFacts } from './admission.ts';

const CALM: VisitFacts = {
  captcha: 'POW',
  testMode: false,
  hasFallback: false,
  isProviderFailing: false,
  isSuspect: false,
  isSeldomEntered: false,
  isKnown: false,
  unconfirmed: { number: 0, block: 0, address: 0 },
  hasCode: false,
  dayLeft: 1,
};
const PROVIDER: VisitFacts = { ...CALM, captcha: 'PROVIDER' };
const FAILING: VisitFacts = { ...PROVIDER, hasFallback: true, isProviderFailing: true };
const unconfirmed = (change: Partial<VisitFacts['unconfirmed']>) => ({ ...CALM.unconfirmed, ...change });
const captcha = (isStrict: boolean, takesPass: boolean) => ({ ask: 'captcha', isStrict, takesPass });
const proof = (bits: number) => ({ ask: 'proof', bits });
const refusal = (reason: string) => ({ ask: 'refusal', reason });

describe('a widget with the captcha of a provider', () => {
  test.each<[string, Partial<VisitFacts>, object]>([
    ['in calm', {}, captcha(false, true)],
    ['of a suspect prefix', { isSuspect: true }, captcha(true, false)],
    ['whose profile has few entered codes', { isSeldomEntered: true }, captcha(false, false)],
    ['whose number has a code', { hasCode: true }, captcha(false, false)],
    ['of a known number', { isKnown: true }, captcha(false, true)],
    ['of a number with 3 unconfirmed codes', { unconfirmed: unconfirmed({ number: 3 }) }, captcha(false, true)],
    ['of a number with 4 unconfirmed codes', { unconfirmed: unconfirmed({ number: 4 }) }, captcha(false, false)],
    ['of a block with 7 unconfirmed codes', { unconfirmed: unconfirmed({ block: 7 }) }, captcha(false, false)],
    ['of an address with 4 unconfirmed codes', { unconfirmed: unconfirmed({ address: 4 }) }, captcha(false, false)],
    ['with a fallback, while the provider works', { hasFallback: true }, captcha(false, true)],
    ['without a fallback, while the provider fails', { isProviderFailing: true }, captcha(false, true)],
  ])('asks a visitor %s for the captcha', (_who, change, demand) => {
    expect(admission({ ...PROVIDER, ...change })).toEqual(demand);
  });

  test.each<[string, Partial<VisitFacts>, number]>([
    ['in calm', {}, 17],
    ['of a known number', { isKnown: true }, 15],
    ['of a suspect prefix', { isSuspect: true }, 19],
    ['of a pumped block', { unconfirmed: unconfirmed({ block: 20 }) }, 22],
  ])('with a fallback asks a visitor %s for a proof while the provider fails', (_who, change, bits) => {
    expect(admission({ ...FAILING, ...change })).toEqual(proof(bits));
  });
});

describe('a widget with proofs of work', () => {
  test.each<[Partial<VisitFacts>, number]>([
    [{}, 15],
    [{ isSeldomEntered: true }, 16],
    [{ isSuspect: true }, 17],
    [{ isSuspect: true, isSeldomEntered: true }, 17],
    [{ isSuspect: true, isKnown: true }, 15],
    [{ isSuspect: true, isKnown: true, unconfirmed: unconfirmed({ number: 3, block: 20 }) }, 15],
    [{ isSuspect: true, isKnown: true, unconfirmed: unconfirmed({ number: 4 }) }, 18],
    [{ unconfirmed: unconfirmed({ number: 3 }) }, 15],
    [{ unconfirmed: unconfirmed({ number: 4 }) }, 16],
    [{ unconfirmed: unconfirmed({ number: 20 }) }, 22],
    [{ unconfirmed: unconfirmed({ block: 6 }) }, 15],
    [{ unconfirmed: unconfirmed({ block: 6.4 }) }, 15],
    [{ unconfirmed: unconfirmed({ block: 6.6 }) }, 16],
    [{ unconfirmed: unconfirmed({ block: 10 }) }, 19],
    [{ unconfirmed: unconfirmed({ block: 20 }) }, 22],
    [{ unconfirmed: unconfirmed({ address: 3 }) }, 15],
    [{ unconfirmed: unconfirmed({ address: 4 }) }, 16],
    [{ unconfirmed: unconfirmed({ address: 7 }) }, 17],
    [{ unconfirmed: unconfirmed({ address: 20 }) }, 22],
    [{ unconfirmed: { number: 4, block: 9, address: 5 } }, 18],
    [{ isProviderFailing: true, hasFallback: true }, 15],
  ])('asks a visitor with %j for %i bits', (change, bits) => {
    expect(admission({ ...CALM, ...change })).toEqual(proof(bits));
  });
});

test.each<[VisitFacts['captcha'], boolean, object]>([
  ['NONE', true, { ask: 'nothing' }],
  ['NONE', false, refusal('captcha-trouble')],
])('a widget of captcha %s in test mode %s admits or refuses every visitor', (kind, testMode, demand) => {
  expect(admission({ ...CALM, captcha: kind, testMode })).toEqual(demand);
});

describe('the last share of a day', () => {
  const late = { dayLeft: DAY_SHARE_KEPT, testMode: true };
  test.each<[string, Partial<VisitFacts>, boolean]>([
    ['a new number', {}, true],
    ['a known number', { isKnown: true }, false],
    [
      'a known number that confirms no more',
      { isKnown: true, unconfirmed: unconfirmed({ number: 4, address: 4 }) },
      true,
    ],
    ['a new number, just before the share,', { dayLeft: DAY_SHARE_KEPT + 0.001 }, false],
  ])('is kept for known numbers: %s is refused or not, whatever the captcha', (_who, change, isRefused) => {
    for (const widget of [CALM, PROVIDER, FAILING, { ...CALM, captcha: 'NONE' as const }]) {
      const { ask } = admission({ ...widget, ...late, ...change });
      expect(ask === 'refusal').toBe(isRefused);
    }
  });
});

test.each<[ReturnType<typeof admission>, Evidence, boolean]>([
  [{ ask: 'nothing' }, { kind: 'nothing' }, true],
  [{ ask: 'captcha', isStrict: false, takesPass: true }, { kind: 'captcha' }, true],
  [{ ask: 'captcha', isStrict: false, takesPass: true }, { kind: 'pass' }, true],
  [{ ask: 'captcha', isStrict: false, takesPass: false }, { kind: 'pass' }, false],
  [{ ask: 'captcha', isStrict: false, takesPass: true }, { kind: 'proof', bits: 22 }, false],
  [{ ask: 'captcha', isStrict: false, takesPass: true }, { kind: 'nothing' }, false],
  [{ ask: 'proof', bits: 17 }, { kind: 'proof', bits: 17 }, true],
  [{ ask: 'proof', bits: 17 }, { kind: 'proof', bits: 16 }, false],
  [{ ask: 'proof', bits: 17 }, { kind: 'captcha' }, true],
  [{ ask: 'proof', bits: 17 }, { kind: 'pass' }, false],
  [{ ask: 'proof', bits: 17 }, { kind: 'nothing' }, false],
  [{ ask: 'refusal', reason: 'too-many-requests' }, { kind: 'captcha' }, false],
])('%j is met by %j: %s', (demand, evidence, met) => {
  expect(isMet(demand, evidence)).toBe(met);
});

const counts = fc.record({ number: fc.nat(30), block: fc.nat(30), address: fc.nat(30) });
const facts: fc.Arbitrary<VisitFacts> = fc.record({
  captcha: fc.constantFrom('PROVIDER', 'POW'),
  testMode: fc.boolean(),
  hasFallback: fc.boolean(),
  isProviderFailing: fc.boolean(),
  isSuspect: fc.boolean(),
  isSeldomEntered: fc.boolean(),
  isKnown: fc.boolean(),
  unconfirmed: counts,
  hasCode: fc.boolean(),
  dayLeft: fc.constantFrom(0, 0.1, 0.5, 1),
});
const bitsOf = (visit: VisitFacts) => {
  const demand = admission(visit);
  return demand.ask === 'proof' ? demand.bits : undefined;
};

test('no sign of pumping makes a proof easier', () => {
  fc.assert(
    fc.property(facts, counts, (visit, more) => {
      const before = bitsOf(visit);
      const worse = (change: Partial<VisitFacts>) => bitsOf({ ...visit, ...change }) ?? Number.POSITIVE_INFINITY;
      if (before === undefined) return;
      expect(worse({ isSuspect: true })).toBeGreaterThanOrEqual(before);
      expect(worse({ isSeldomEntered: true })).toBeGreaterThanOrEqual(before);
      expect(worse({ isKnown: false })).toBeGreaterThanOrEqual(before);
      for (const kind of ['number', 'block', 'address'] as const) {
        const grown = { ...visit.unconfirmed, [kind]: visit.unconfirmed[kind] + more[kind] };
        expect(worse({ unconfirmed: grown })).toBeGreaterThanOrEqual(before);
      }
    }),
  );
});

test('a visitor without unconfirmed codes is never asked for more than 17 bits, except instead of a captcha', () => {
  fc.assert(
    fc.property(facts, (visit) => {
      const bits = bitsOf({ ...visit, unconfirmed: CALM.unconfirmed }) ?? 0;
      expect(bits).toBeLessThanOrEqual(visit.captcha === 'POW' ? 17 : 19);
    }),
  );
});
