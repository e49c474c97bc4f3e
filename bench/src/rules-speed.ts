// Cost of the rules that run once per recipient or once per round of the pacer, measured alone in this process. Each
// figure is the best of several rounds, because other load only makes a rule slower.
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { buildNumberingPlan } from '@volley/domain/numbers/numbering-plan.ts';
import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import { allocateFairly } from '@volley/domain/sending/fair-share.ts';
import { shortenText } from '@volley/domain/short-links/short-link.ts';
import { compileTemplatePattern, matchesTemplatePattern } from '@volley/domain/templates/template-pattern.ts';
import { countParts } from '@volley/domain/text/text-segmentation.ts';
import { readRegister } from './subscribers.ts';

export type RulesSpeed = {
  /** Microseconds per call. */
  readonly numberLookupMicros: number;
  readonly normalizeMicros: number;
  readonly countPartsMicros: number;
  /** Milliseconds per call. */
  readonly fairDealMs: number;
  readonly hostileTemplateMs: number;
  readonly hostileLinkMs: number;
};

const ROUNDS = 10;
const CALLS = 1_000_000;
const COMPANIES = 10_000;
const PORTED = 100_000;

export function measureRules(): RulesSpeed {
  const perCall = (work: () => void) => (bestMs(work) * 1_000) / CALLS;
  return {
    numberLookupMicros: perCall(lookups()),
    normalizeMicros: perCall(normalizations()),
    countPartsMicros: perCall(partCounts()),
    fairDealMs: bestMs(fairDeal()),
    hostileTemplateMs: Math.max(...hostileTemplates().map(bestMs)),
    hostileLinkMs: Math.max(...hostileLinks().map(bestMs)),
  };
}

/** The figures by the names of their targets. */
export const ruleFigures = (speed: RulesSpeed) => ({
  'rules.numberLookupMicros': speed.numberLookupMicros,
  'rules.normalizeMicros': speed.normalizeMicros,
  'rules.countPartsMicros': speed.countPartsMicros,
  'rules.fairDealMs': speed.fairDealMs,
  'rules.hostileTemplateMs': speed.hostileTemplateMs,
  'rules.hostileLinkMs': speed.hostileLinkMs,
});

function bestMs(work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    work();
    best = Math.min(best, performance.now() - startedAt);
  }
  return best;
}

/** Every third number of a block is ported, so that both tables are searched. */
function lookups(): () => void {
  const [brand] = BRANDS;
  const plan = buildNumberingPlan(
    readRegister(),
    Array.from({ length: PORTED }, (_, n) => [79_160_000_000 + n * 3, brand] as const),
  );
  const numbers = Float64Array.from({ length: CALLS }, (_, n) => 79_000_000_000 + ((n * 7_919_017) % 1_000_000_000));
  return () => {
    let found = 0;
    for (const number of numbers) if (plan.find(number) !== undefined) found += 1;
    if (found < CALLS / 3) throw new Error(`the numbering plan found ${found} of ${CALLS} numbers`);
  };
}

function normalizations(): () => void {
  const numbers = Array.from({ length: CALLS }, (_, n) => String(79_160_000_000 + n));
  return () => {
    for (const number of numbers) {
      if (normalizeDestination(number) === undefined) throw new Error(`normalizeDestination refused ${number}`);
    }
  };
}

function partCounts(): () => void {
  const texts = Array.from({ length: 1_000 }, (_, n) =>
    `Ваш заказ ${n} готов, ждём вас до воскресенья`.padEnd(70, 'я'),
  );
  return () => {
    let parts = 0;
    for (let n = 0; n < CALLS; n += 1) parts += countParts(texts[n % texts.length] ?? '');
    if (parts !== CALLS) throw new Error(`countParts counted ${parts} parts in ${CALLS} texts of one part`);
  };
}

function fairDeal(): () => void {
  const deficits = new Map<number, number>();
  const queues = Array.from({ length: COMPANIES }, (_, key) => ({ key, wanting: 5 + (key % 100) }));
  return () => void allocateFairly(queues, COMPANIES / 10, deficits);
}

/** Patterns and texts on which a regular expression would backtrack exponentially. */
function hostileTemplates(): (() => void)[] {
  const given = [
    ['%w'.repeat(50), `${'a'.repeat(4095)} `],
    [`${'%w+a'.repeat(50)}b`, 'a'.repeat(4096)],
    [`%w+${'a'.repeat(900)}b%w`, 'a'.repeat(4096)],
  ] as const;
  return given.map(([pattern, text]) => {
    const compiled = compileTemplatePattern(pattern);
    return () => void matchesTemplatePattern(compiled, text);
  });
}

function hostileLinks(): (() => void)[] {
  const settings = { shortHost: 'https://s.example', mintCode: () => '11111111' };
  return [')', '.', ')(', '*'].map((letter) => {
    const text = `http://a.example/${letter.repeat(100_000)}`;
    return () => void shortenText(text, settings);
  });
}
