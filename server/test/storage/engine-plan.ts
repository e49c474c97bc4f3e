// Random plans of engine steps, with lost, duplicated and late work: the ledger stays right, final messages do not
// change, and in the end every message is final.
import type { PricingModel } from '@volley/domain/money/tariff.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { publishTariff } from '../../src/features/tariffs/publish-prices.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { monthsOf } from '../given/rows/companies.ts';
import { unendedDispatches } from '../given/rows/dispatches.ts';
import { givenPlayedLink } from '../given/rows/links.ts';
import { endsById } from '../given/rows/message-ends.ts';
import { EngineSteps } from './engine-steps.ts';

const BY_VOLUME = { priceListId: 1, senderType: 'START', brand: 'MTS', currency: 'RUB' } as const;
const step = (from: number, price: number, batch: number | null) => ({
  from,
  priceMicros: BigInt(price * 1_000_000),
  priceMauBatchMicros: batch === null ? null : BigInt(batch * 1_000_000),
});
const STEPS = {
  SCALED: [step(0, 3, null), step(5, 2, null), step(12, 4, null)],
  MAU: [step(0, 2, 20), step(3, 1, 10), step(6, 3, 5)],
} as const;

export type Given = {
  readonly api: Api;
  readonly steps: EngineSteps;
  readonly companyId: number;
  readonly partnerId: number;
  readonly token: string;
};

/** A new database each time: time only moves forward, and every day of it has its partitions. */
export async function given(model: PricingModel): Promise<Given> {
  const api = await givenApi({ testMode: true });
  if (model !== 'FIXED')
    await inTransaction(api.platform.db, (tx) =>
      publishTariff(tx, { ...BY_VOLUME, pricingModel: model, prices: STEPS[model] }),
    );
  await givenPlayedLink(api, { ratePerSecond: 12 });
  const { token, partnerId } = await api.givenPartner();
  const companyId = await givenCompany(api, token, { budget: 150 });
  const dateFrom = '2024-07-01T00:00:00Z';
  const name = { companyId, senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS', dateFrom };
  const senderId = numberAt((await api.call('POST', '/senders', { token, body: name })).body, 'id');
  const actor = { kind: 'partner', partnerId, currency: 'RUB' } as const;
  return { api, companyId, partnerId, token, steps: new EngineSteps(api.platform, actor, { companyId, senderId }) };
}

const pick = fc.nat({ max: 1_000 });
const answers = fc.array(fc.constantFrom('sent', 'sent', 'sent', 'failed', 'lost'), { minLength: 1, maxLength: 6 });
export type Step = { readonly name: string; run(steps: EngineSteps): Promise<void>; [fc.toStringMethod](): string };
export const stepOf = <T>(name: string, given: fc.Arbitrary<T>, run: (steps: EngineSteps, value: T) => Promise<void>) =>
  given.map(
    (value): Step => ({
      name: `${name} ${JSON.stringify(value)}`,
      run: (steps) => run(steps, value),
      [fc.toStringMethod]: () => `${name} ${JSON.stringify(value)}`,
    }),
  );

export const anyStep = fc.oneof(
  { weight: 2, arbitrary: stepOf('start', fc.integer({ min: 1, max: 9 }), (steps, count) => steps.start(count)) },
  { weight: 1, arbitrary: stepOf('stop', pick, (steps, at) => steps.stop(at)) },
  { weight: 1, arbitrary: stepOf('hold', fc.boolean(), (steps, held) => steps.hold(held)) },
  {
    weight: 1,
    arbitrary: stepOf('blacklist', fc.tuple(fc.nat({ max: 8 }), fc.boolean()), (steps, given) =>
      steps.blacklist(...given),
    ),
  },
  { weight: 4, arbitrary: stepOf('claim', fc.constant(null), (steps) => steps.claim()) },
  { weight: 2, arbitrary: stepOf('requeue', fc.constant(null), (steps) => steps.requeue()) },
  { weight: 6, arbitrary: stepOf('begin', pick, (steps, at) => steps.begin(at)) },
  {
    weight: 5,
    arbitrary: stepOf(
      'submit',
      fc.tuple(pick, answers, fc.constantFrom('none', 'none', 'held', 'link', 'elsewhere')),
      (steps, given) => steps.submit(...given),
    ),
  },
  { weight: 5, arbitrary: stepOf('record', pick, (steps, at) => steps.record(at)) },
  {
    weight: 8,
    arbitrary: stepOf(
      'receipt',
      fc.tuple(pick, fc.constantFrom('delivered', 'delivered', 'undelivered', 'unsent')),
      (steps, given) => steps.receipt(...given),
    ),
  },
  {
    weight: 2,
    arbitrary: stepOf('crash', fc.tuple(pick, fc.nat({ max: 4 })), (steps, given) => steps.crash(...given)),
  },
  { weight: 2, arbitrary: stepOf('doubt', fc.constant(null), (steps) => steps.doubt()) },
  {
    weight: 1,
    arbitrary: stepOf('pass', fc.integer({ min: 60, max: 30 * 3_600 }), (steps, seconds) => steps.pass(seconds)),
  },
);

/**
 * Steps between two audits: a mistake stays visible, and an audit takes longer than most steps. The long proofs name
 * the step.
 */
export const AUDIT_EVERY = propertyRuns(1) > 1 ? 1 : 5;

export async function live(
  { api, companyId, steps }: Given,
  plan: readonly Step[],
  alsoTrue?: () => Promise<void>,
): Promise<void> {
  let ended = new Map<string, string>();
  const check = async (after: string, audited = true) => {
    if (audited) expect([after, await auditMoney(api.platform)]).toEqual([after, []]);
    const now = await endsById(api, companyId);
    for (const [id, was] of ended) expect([after, now.get(id)]).toEqual([after, was]);
    ended = now;
    await alsoTrue?.();
  };
  for (const [at, step] of plan.entries()) {
    await step.run(steps);
    await check(step.name, (at + 1) % AUDIT_EVERY === 0);
  }
  await check('the last step');
  for (let rounds = 0; rounds < 4; rounds += 1) {
    await steps.doubt();
    await steps.requeue();
    await steps.pass(8 * 86_400);
    await check('the end');
  }
  expect(await unendedDispatches(api, companyId)).toEqual([]);
  expect((await monthsOf(api, companyId)).filter(({ reserved }) => reserved !== 0n)).toEqual([]);
}
