// Random orders of the engine's steps over the turns of months, with changing budgets, empty wallets and receipts after
// the closing of their month: money belongs to the month of sending, no month exceeds its budget, and a closed month
// never changes.
import { billingMonth } from '@volley/domain/money/budget.ts';
import { monthBounds } from '@volley/domain/money/budget-forecast.ts';
import { PRICING_MODELS, type PricingModel } from '@volley/domain/money/tariff.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { closeMonths } from '../../src/features/ledger/close-months.ts';
import { turnStaleDispatches } from '../../src/features/queue/strands/turn-month.ts';
import { type Account, giveMoney, givenAccount } from '../given/people/account.ts';
import { sms } from '../given/people/seller.ts';
import { changeCompany } from '../given/rows/companies.ts';
import { closedBooks, ledgerOf, spendingWithLate } from '../given/rows/ledger.ts';
import { costsOf } from '../given/rows/message-ends.ts';
import { anyStep, type Given, given as givenEngine, live, type Step, stepOf } from './engine-plan.ts';
import type { EngineSteps } from './engine-steps.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Seconds from now to the next first of a month in Moscow. */
const toMidnight = (now: Date) => Math.ceil((monthBounds(now.getTime()).to.getTime() - now.getTime()) / 1_000);

/** `closed`: the ledger of each month at its closing. */
type World = Given & { readonly account: Account; readonly closed: Map<string, string> };
const world: { now: World | undefined } = { now: undefined };
const here = (): World => {
  if (world.now === undefined) throw new Error('the plan has not created its world');
  return world.now;
};

const monthStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: stepOf(
      'over midnight',
      fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean(), fc.boolean(), fc.integer({ min: 0, max: 7_200 })),
      async (steps, [count, isClaimed, isBegun, late]) => {
        const left = () => toMidnight(here().api.platform.clock.now());
        // Messages that wait for more than a week would expire on the way.
        if (left() > HOUR) await steps.pass(left() - HOUR);
        await steps.start(count);
        if (isClaimed) await steps.claim();
        if (isBegun) await steps.begin(-1);
        await steps.pass(left() + late);
      },
    ),
  },
  {
    weight: 4,
    arbitrary: stepOf('the job of the turn', fc.constant(null), async () => {
      while (await turnStaleDispatches(here().api.platform));
    }),
  },
  {
    weight: 2,
    arbitrary: stepOf('closing', fc.constant(null), close),
  },
  {
    // Receipts and lifetimes of the old month are still open when it is closed.
    weight: 2,
    arbitrary: stepOf('closing with open messages', fc.integer({ min: 1, max: 5 }), closeWithOpenMessages),
  },
  {
    weight: 4,
    arbitrary: stepOf('single messages', fc.integer({ min: 1, max: 3 }), sendSingle),
  },
  {
    weight: 1,
    arbitrary: stepOf('top-up', fc.integer({ min: 1, max: 30 }), (_, amount) =>
      giveMoney(here().api, here().companyId, amount),
    ),
  },
  {
    weight: 2,
    arbitrary: stepOf('budget', fc.constantFrom(null, 20, 60, 150), (_, budget) =>
      changeCompany(here().api, here().companyId, { budgetMicros: budget === null ? null : budget * 1_000_000 }),
    ),
  },
);

async function close(): Promise<void> {
  while (await closeMonths(here().api.platform));
  for (const [month, books] of await closedBooks(here().api, here().companyId))
    if (!here().closed.has(month)) here().closed.set(month, books);
}

async function closeWithOpenMessages(steps: EngineSteps, count: number): Promise<void> {
  await steps.start(count);
  await steps.claim();
  await steps.begin(-1);
  await steps.submit(0, ['sent'], 'none');
  await steps.record(-2);
  await steps.record(-1);
  await steps.sleep(toMidnight(here().api.platform.clock.now()) + 3 * DAY);
  while (await turnStaleDispatches(here().api.platform));
  await close();
}

async function sendSingle(_: EngineSteps, count: number): Promise<void> {
  const items = Array.from({ length: count }, (__, at) => sms({ destination: String(79_161_240_000 + at) }));
  await here().account.ask('POST', '/message', items);
}

/** Every run contains these steps. */
const prologue: fc.Arbitrary<Step[]> = fc.tuple(
  stepOf('single messages', fc.constant(2), sendSingle),
  stepOf('closing with open messages', fc.constant(3), closeWithOpenMessages),
  stepOf('pass', fc.constant(DAY), (steps, seconds) => steps.pass(seconds)),
);

async function expectClosedUnchanged(): Promise<void> {
  const now = await closedBooks(here().api, here().companyId);
  for (const [month, books] of here().closed) expect([month, now.get(month)]).toEqual([month, books]);
}

/** The cost of each month's messages, and the spending of the month. */
async function comparedMonths({ api, companyId }: Given) {
  const cost = new Map<string, bigint>();
  for (const { sentAt, micros } of await costsOf(api, companyId)) {
    const month = billingMonth(sentAt.getTime());
    cost.set(month, (cost.get(month) ?? 0n) + micros);
  }
  const months = await spendingWithLate(api, companyId);
  return months.map(({ month, spent }) => ({ month, spent, cost: cost.get(month) ?? 0n }));
}

async function given(model: PricingModel): Promise<World> {
  const made = await givenEngine(model);
  const { api, companyId, token, partnerId } = made;
  const account = await givenAccount(api, { balance: 30, company: { companyId, token, partnerId } });
  return { ...made, account, closed: new Map() };
}

test('after any order of steps around midnight, every month has spent the cost of its messages', async () => {
  const seen = { turns: 0, closed: 0, late: 0, singles: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PRICING_MODELS),
      fc.array(fc.oneof({ weight: 4, arbitrary: anyStep }, { weight: 1, arbitrary: monthStep }), {
        minLength: 30,
        maxLength: 80,
        size: 'max',
      }),
      prologue,
      async (model, plan, first) => {
        const made = await given(model);
        world.now = made;
        try {
          await live(made, [...first, ...plan], expectClosedUnchanged);
          await close();
          const rows = await ledgerOf(made.api, made.companyId);
          seen.turns += rows.filter(({ kind }) => kind === 'turn').length;
          seen.late += rows.filter(({ lateOf, messageId }) => lateOf !== null && messageId !== null).length;
          seen.singles += rows.filter(({ dispatchKind }) => dispatchKind === 'SEND').length;
          seen.closed += made.closed.size;
          for (const { month, spent, cost } of await comparedMonths(made))
            expect([month, spent]).toEqual([month, cost]);
        } finally {
          await made.api.close();
        }
      },
    ),
    { numRuns: propertyRuns(4), endOnFailure: true },
  );
  for (const [what, count] of Object.entries(seen)) expect([what, count > 0]).toEqual([what, true]);
}, 3_600_000);
