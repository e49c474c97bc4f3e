// Random orders of sends, stops, engine steps and passing days, with little money and volume prices: after every step
// the wallet agrees with the messages, and after every fifth the audit is empty. In the end every message is final,
// stopped messages were never sent, and the events name each end once.
import { PRICING_MODELS, type PricingModel } from '@volley/domain/money/tariff.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { type NumberedEvent, readFeed } from '../../src/features/callbacks/feed/read-feed.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { publishTariff } from '../../src/features/tariffs/publish-prices.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { type Api, givenApi } from '../given/api.ts';
import { givenSeller } from '../given/people/seller.ts';
import { changeCompany } from '../given/rows/companies.ts';
import { walletBooks } from '../given/rows/ledger.ts';
import { bindLinks, givenPlayedLink } from '../given/rows/links.ts';
import { type AccountEnd, endsOfAccount } from '../given/rows/message-ends.ts';
import { senderIdsOf } from '../given/rows/senders.ts';
import { AUDIT_EVERY } from './engine-plan.ts';
import { EngineSteps } from './engine-steps.ts';
import { SETTINGS, SendSteps } from './send-steps.ts';

const step = (from: number, price: number, batch: number | null) => ({
  from,
  priceMicros: BigInt(price * 1_000_000),
  priceMauBatchMicros: batch === null ? null : BigInt(batch * 1_000_000),
});
const STEPS = {
  SCALED: [step(0, 3, null), step(5, 2, null), step(12, 4, null)],
  MAU: [step(0, 2, 20), step(3, 1, 10), step(6, 3, 5)],
} as const;

type World = { readonly api: Api; readonly companyId: number; readonly engine: EngineSteps; readonly sends: SendSteps };

async function given(model: PricingModel): Promise<World> {
  const api = await givenApi({ testMode: true });
  if (model !== 'FIXED')
    await inTransaction(api.platform.db, (tx) => {
      const tariff = { priceListId: 1, senderType: 'START', brand: 'MTS', currency: 'RUB' } as const;
      return publishTariff(tx, { ...tariff, pricingModel: model, prices: STEPS[model] });
    });
  await givenPlayedLink(api, { ratePerSecond: 12 });
  const { companyId, partnerId, actor } = await givenSeller(api, { balance: 0 });
  await changeCompany(api, companyId, { budgetMicros: 200_000_000 });
  const [senderId = 0] = await senderIdsOf(api, companyId);
  const partner = { kind: 'partner', partnerId, currency: 'RUB' } as const;
  const engine = new EngineSteps(api.platform, partner, { companyId, senderId });
  const sends = new SendSteps(api.platform, actor, engine);
  await sends.topUp(40);
  return { api, companyId, engine, sends };
}

type Step = { readonly name: string; run(world: World): Promise<unknown>; [fc.toStringMethod](): string };
const stepOf = <T>(
  weight: number,
  name: string,
  value: fc.Arbitrary<T>,
  run: (world: World, value: T) => Promise<unknown>,
) => ({
  weight,
  arbitrary: value.map((given): Step => {
    const full = `${name} ${JSON.stringify(given)}`;
    return { name: full, run: (world) => run(world, given), [fc.toStringMethod]: () => full };
  }),
});

const pick = fc.nat({ max: 1_000 });
const nothing = fc.constant(null);
const anySending = fc.record({
  setting: fc.constantFrom('plain', 'plain', ...SETTINGS),
  count: fc.integer({ min: 1, max: 6 }),
  first: fc.nat({ max: 8 }),
  cascade: fc.boolean(),
  lost: fc.boolean(),
});
const answers = fc.array(fc.constantFrom('sent', 'sent', 'sent', 'failed', 'lost'), { minLength: 1, maxLength: 6 });
const tails = fc.constantFrom('none', 'none', 'held', 'link', 'elsewhere');
const states = fc.constantFrom('delivered', 'delivered', 'undelivered', 'unsent');
const MONTH = 31 * 86_400;

const anyStep = fc.oneof(
  stepOf(8, 'send', anySending, ({ sends }, sending) => sends.send(sending)),
  stepOf(2, 'stop', fc.array(pick, { minLength: 1, maxLength: 4 }), ({ sends }, picks) => sends.stop(picks)),
  stepOf(1, 'top up', fc.integer({ min: 1, max: 40 }), ({ sends }, amount) => sends.topUp(amount)),
  stepOf(2, 'cascades', nothing, ({ sends }) => sends.cascades()),
  stepOf(2, 'number', nothing, ({ sends }) => sends.number()),
  stepOf(1, 'dispatch', fc.integer({ min: 1, max: 4 }), ({ engine }, count) => engine.start(count)),
  stepOf(1, 'link', fc.boolean(), ({ api }, bound) => bindLinks(api, bound)),
  stepOf(1, 'hold', fc.boolean(), ({ engine }, held) => engine.hold(held)),
  stepOf(1, 'blacklist', fc.tuple(fc.nat({ max: 8 }), fc.boolean()), ({ engine }, of) => engine.blacklist(...of)),
  stepOf(4, 'claim', nothing, ({ engine }) => engine.claim()),
  stepOf(2, 'requeue', nothing, ({ engine }) => engine.requeue()),
  stepOf(7, 'begin', pick, ({ engine }, at) => engine.begin(at)),
  stepOf(6, 'submit', fc.tuple(pick, answers, tails), ({ engine }, of) => engine.submit(...of)),
  stepOf(6, 'record', pick, ({ engine }, at) => engine.record(at)),
  stepOf(7, 'receipt', fc.tuple(pick, states), ({ engine }, of) => engine.receipt(...of)),
  stepOf(2, 'doubt', nothing, ({ engine }) => engine.doubt()),
  stepOf(2, 'pass', fc.integer({ min: 60, max: 30 * 3_600 }), ({ engine }, seconds) => engine.pass(seconds)),
  stepOf(1, 'pass a month', fc.constant(MONTH), ({ engine }, seconds) => engine.pass(seconds)),
);

/** The wallet computed from the messages: deposits minus open reserves minus the cost of final messages. */
async function checkBooks(world: World, after: string, audited = true): Promise<void> {
  if (audited) expect([after, await auditMoney(world.api.platform)]).toEqual([after, []]);
  const { balance, reserved, open, spent } = await walletBooks(world.api, world.companyId);
  expect([after, reserved, balance]).toEqual([after, open, world.sends.topUps - open - spent]);
  expect([after, balance >= 0n]).toEqual([after, true]);
}

async function checkEnd(world: World): Promise<void> {
  const rows = await endsOfAccount(world.api, world.companyId);
  expect(rows.filter(({ status }) => status === 'CREATED' || status === 'SENT')).toEqual([]);
  const submitted = new Set(world.engine.submitted);
  expect([...world.sends.stopped].filter((id) => submitted.has(id))).toEqual([]);
  const reader = { companyId: world.companyId, type: 'MESSAGES' } as const;
  const page = await readFeed(world.api.platform, reader, { after: 0, limit: 10_000 });
  expect(page.events.map(({ number }) => number)).toEqual(page.events.map((_, at) => at + 1));
  const byMessage = Map.groupBy(page.events, ({ event }) => event.messageUuid);
  for (const row of rows) expect([row.id, told(byMessage.get(row.id) ?? [])]).toEqual([row.id, expected(row)]);
}

const told = (events: readonly NumberedEvent[]) =>
  events.flatMap(({ event }) => (event.kind === 'sent' || event.kind === 'delivered' ? event.status : []));
const expected = ({ status, isSent }: AccountEnd) => [
  ...(isSent ? ['sent'] : []),
  status === 'DELIVERED' ? 'delivered' : isSent ? 'undelivered' : 'unsent',
];

async function live(world: World, plan: readonly Step[]): Promise<void> {
  for (const [at, step] of plan.entries()) {
    await step.run(world);
    await checkBooks(world, step.name, (at + 1) % AUDIT_EVERY === 0);
  }
  for (let rounds = 0; rounds < 6; rounds += 1) {
    await world.engine.doubt();
    await world.engine.requeue();
    await world.sends.cascades();
    await world.engine.pass(8 * 86_400);
    await world.sends.number();
    await checkBooks(world, 'the end');
  }
  await checkEnd(world);
}

test('after any order of steps the wallet agrees with the messages, every message ends, and no stopped message is sent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PRICING_MODELS),
      fc.array(anyStep, { minLength: 25, maxLength: 60, size: 'max' }),
      async (model, plan) => {
        const world = await given(model);
        try {
          await live(world, plan);
        } finally {
          await world.api.close();
        }
      },
    ),
    { numRuns: propertyRuns(3), endOnFailure: true },
  );
}, 3_600_000);
