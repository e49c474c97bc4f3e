// Simulates failed tries of callbacks, so that a test does not wait for each.
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import type { Cell } from './cell.ts';

const STEP_SECONDS = 300;

/** The number of tries that a test may skip; none if PROPERTY_RUNS asks for the long proofs. */
export const triesSkipped = (tries: number) => (propertyRuns(1) > 1 ? 0 : tries);

/** Makes the target's events look as if `tries` more tries had failed, five minutes apart. */
export async function backdateTries(
  cell: Cell,
  table: 'callback_ranges' | 'callback_batches',
  endpointId: number,
  tries: number,
): Promise<void> {
  await cell.sql(
    `update ${table}
     set attempts = attempts + $2::int, first_try_at = first_try_at - $2::int * $3::int * interval '1 second'
     where endpoint_id = $1`,
    [endpointId, tries, STEP_SECONDS],
  );
}
