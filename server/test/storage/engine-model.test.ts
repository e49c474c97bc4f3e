// Random orders of the engine's steps; see engine-plan.ts.
import { PRICING_MODELS } from '@volley/domain/money/tariff.ts';
import fc from 'fast-check';
import { test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { anyStep, given, live } from './engine-plan.ts';

test('after any order of steps the ledger is right, final messages are unchanged, and every message ends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PRICING_MODELS),
      fc.array(anyStep, { minLength: 30, maxLength: 80, size: 'max' }),
      async (model, plan) => {
        const world = await given(model);
        try {
          await live(world, plan);
        } finally {
          await world.api.close();
        }
      },
    ),
    { numRuns: propertyRuns(4), endOnFailure: true },
  );
}, 3_600_000);
