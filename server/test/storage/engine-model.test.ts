// Any order of the engine's steps; see engine-plan.ts.
import { PRICING_MODELS } from '@volley/domain/tariff.ts';
import fc from 'fast-check';
import { test } from 'vitest';
import { propertyRuns } from '../../../tools/property-runs.ts';
import { anyStep, given, live } from './engine-plan.ts';

test('whatever happens in whatever order, the books are right, final is final, and everything ends', async () => {
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
    { numRuns: propertyRuns(4) },
  );
}, 3_600_000);
