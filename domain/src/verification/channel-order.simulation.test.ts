// Ten thousand verifications over channels of different quality; in the middle of the run the quality changes. A code
// that is not entered over one channel goes over the next one of the order, as in a fallback plan.
import { describe, expect, test } from 'vitest';
import { type ChannelFigures, channelOrder, forgetting, TRIAL_SHARE } from './channel-order.ts';
import type { VerificationChannel } from './verification-channel.ts';

const CODES = 10_000;
const DRIFT_AT = CODES / 2;
const FOUND_WITHIN = 1_000;
const SEEDS = Array.from({ length: 10 }, (_, at) => at + 1);
/** The order counts as found from the first code on after which 95 of 100 orders begin with the best channel. */
const WINDOW = 100;
const WINDOW_BEST = 95;

type Quality = Readonly<Partial<Record<VerificationChannel, number>>>;
type World = { readonly before: Quality; readonly after: Quality };

/** Prices in millionths: an SMS costs the most, so the cheapest order differs from the best one where SMS is best. */
const PRICES: Quality = { SMS: 3.2, VOICECODE: 2, TELEGRAM_GATEWAY: 1, WHATSAPP: 1.6 };

const WORLDS: Readonly<Record<string, World>> = {
  'the best channel fails': {
    before: { SMS: 0.55, VOICECODE: 0.7, TELEGRAM_GATEWAY: 0.85 },
    after: { SMS: 0.55, VOICECODE: 0.7, TELEGRAM_GATEWAY: 0.3 },
  },
  'the dearest channel becomes the best': {
    before: { SMS: 0.5, VOICECODE: 0.7, TELEGRAM_GATEWAY: 0.3 },
    after: { SMS: 0.9, VOICECODE: 0.7, TELEGRAM_GATEWAY: 0.3 },
  },
  'two channels change places': {
    before: { SMS: 0.55, VOICECODE: 0.75 },
    after: { SMS: 0.75, VOICECODE: 0.55 },
  },
  'the best of four channels changes': {
    before: { SMS: 0.4, VOICECODE: 0.5, WHATSAPP: 0.6, TELEGRAM_GATEWAY: 0.8 },
    after: { SMS: 0.4, VOICECODE: 0.8, WHATSAPP: 0.6, TELEGRAM_GATEWAY: 0.5 },
  },
};

type Run = {
  readonly firsts: readonly (VerificationChannel | undefined)[];
  readonly trials: number;
  readonly entered: number;
  readonly cost: number;
};

type Choose = (at: number, random: number) => { readonly channels: readonly VerificationChannel[]; isTrial: boolean };
type Learn = (first: VerificationChannel, isEntered: boolean) => void;

/** Mulberry32: equal seeds give equal runs on every machine. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function run(world: World, seed: number, choose: Choose, learn: Learn = () => undefined): Run {
  const random = seeded(seed);
  const result = { firsts: [] as VerificationChannel[], trials: 0, entered: 0, cost: 0 };
  for (let at = 0; at < CODES; at += 1) {
    const { channels, isTrial } = choose(at, random());
    const quality = at < DRIFT_AT ? world.before : world.after;
    const reached = channels.findIndex((channel) => random() < (quality[channel] ?? 0));
    const used = reached === -1 ? channels : channels.slice(0, reached + 1);
    result.cost += used.reduce((sum, channel) => sum + (PRICES[channel] ?? 0), 0);
    result.entered += reached === -1 ? 0 : 1;
    if (isTrial) result.trials += 1;
    const [best, second] = channels;
    if (best === undefined) continue;
    result.firsts.push(isTrial ? (second ?? best) : best);
    learn(best, reached === 0);
  }
  return result;
}

/** As the service does it: only codes that went over the channel first count. */
function runAuto(world: World, seed: number): Run {
  const listed = channelsOf(world.before);
  let figures: ChannelFigures[] = [];
  return run(
    world,
    seed,
    (_, random) => channelOrder(listed, figures, random),
    (first, isEntered) => {
      const factor = forgetting(1);
      const known = listed.map((channelType) => {
        const old = figures.find((one) => one.channelType === channelType);
        return old ?? { channelType, sent: 0, entered: 0, costMicros: 0 };
      });
      figures = known.map(({ channelType, sent, entered, costMicros }) => ({
        channelType,
        sent: sent * factor + (channelType === first ? 1 : 0),
        entered: entered * factor + (channelType === first && isEntered ? 1 : 0),
        costMicros: costMicros * factor + (channelType === first ? (PRICES[channelType] ?? 0) : 0),
      }));
    },
  );
}

// Object.keys is typed as text; these are the keys of the record.
const channelsOf = (quality: Quality) => Object.keys(quality) as VerificationChannel[];
const byQuality = (quality: Quality) => channelsOf(quality).toSorted((a, b) => (quality[b] ?? 0) - (quality[a] ?? 0));
const byPrice = (quality: Quality) => channelsOf(quality).toSorted((a, b) => (PRICES[a] ?? 0) - (PRICES[b] ?? 0));

/** Codes until the best channel leads. */
function foundAfter({ firsts }: Run, from: number, best: VerificationChannel | undefined): number {
  for (let at = from; at + WINDOW <= firsts.length; at += 1) {
    const isLed = firsts[at] === best;
    if (isLed && firsts.slice(at, at + WINDOW).filter((first) => first === best).length >= WINDOW_BEST)
      return at - from;
  }
  return Number.POSITIVE_INFINITY;
}

const RUNS = new Map(Object.entries(WORLDS).map(([name, world]) => [name, SEEDS.map((seed) => runAuto(world, seed))]));

describe.each(Object.entries(WORLDS))('when %s', (name, world) => {
  const runs = RUNS.get(name) ?? [];

  test('AUTO finds the best first channel within 1,000 codes, with every seed', () => {
    const [best] = byQuality(world.before);
    expect(Math.max(...runs.map((one) => foundAfter(one, 0, best)))).toBeLessThanOrEqual(FOUND_WITHIN);
  });

  test('AUTO finds the new best channel within 1,000 codes after the change, with every seed', () => {
    const [best] = byQuality(world.after);
    expect(Math.max(...runs.map((one) => foundAfter(one, DRIFT_AT, best)))).toBeLessThanOrEqual(FOUND_WITHIN);
  });

  test('AUTO tries another channel with 5 % of the codes', () => {
    for (const { trials } of runs) expect(Math.abs(trials / CODES - TRIAL_SHARE)).toBeLessThan(0.0075);
  });
});

type Compared = [world: string, extra: { readonly extraToBest: number; readonly extraToCheapest: number }];

/** Mean cost per code over all seeds. */
const meanCost = (runs: readonly Run[]) => runs.reduce((sum, { cost }) => sum + cost, 0) / (runs.length * CODES);

function compare([name, world]: [string, World]): Compared {
  const auto = meanCost(RUNS.get(name) ?? []);
  const oracle = (at: number) => byQuality(at < DRIFT_AT ? world.before : world.after);
  const fixed = (order: (at: number) => VerificationChannel[]) =>
    meanCost(SEEDS.map((seed) => run(world, seed, (at) => ({ channels: order(at), isTrial: false }))));
  const percent = (other: number) => Math.round((auto / other - 1) * 100);
  const cheapest = byPrice(world.before);
  return [name, { extraToBest: percent(fixed(oracle)), extraToCheapest: percent(fixed(() => cheapest)) }];
}

// In percent of the cost per code, with all messages of its plan. The best order is known in advance and follows the
// change at once; the cheapest order begins with the cheapest channel and never changes.
test('the extra cost of AUTO is as stated', () => {
  const stated = {
    'the best channel fails': { extraToBest: 4, extraToCheapest: 4 },
    'the dearest channel becomes the best': { extraToBest: 0, extraToCheapest: 7 },
    'two channels change places': { extraToBest: 1, extraToCheapest: 5 },
    'the best of four channels changes': { extraToBest: 8, extraToCheapest: 13 },
  };
  expect(Object.fromEntries(Object.entries(WORLDS).map(compare))).toEqual(stated);
});
