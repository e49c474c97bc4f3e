// Charges of links for the messages that they took, by the prices of their routes at the time of sending. Links without
// a price need no query.
import { type PartCost, partCostOf, type SaidCost } from '@volley/domain/money/message-cost.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type HandOver, NO_HAND_OVER } from '../../messages/move-messages.sql.ts';
import { selectBatchDestinations } from '../../queue/batches/batch-destinations.sql.ts';
import type { Outcome } from '../../queue/batches/outcome.ts';
import type { RoutesByLink } from '../../queue/pacing/known-routes.ts';

/** By batch id; a batch without an entry has no known cost. */
export async function partCostsOf(
  tx: Tx,
  outcomes: readonly Outcome[],
  routes: RoutesByLink,
  sentAtOf: (outcome: Outcome) => Date,
): Promise<ReadonlyMap<string, PartCost>> {
  const priced = outcomes.filter(({ linkId, sent, saysCost }) => sent.length > 0 && !saysCost && isPriced(linkId));
  if (priced.length === 0) return new Map();
  const destinations = await selectBatchDestinations(
    tx,
    priced.map(({ batchId }) => batchId),
  );
  return new Map(
    priced.flatMap((outcome) => {
      const destination = destinations.get(outcome.batchId);
      const own = routes.get(outcome.linkId) ?? [];
      const cost = destination && partCostOf(own, destination, sentAtOf(outcome).getTime());
      return cost === undefined ? [] : [[outcome.batchId, cost] as const];
    }),
  );

  function isPriced(linkId: number): boolean {
    return routes.get(linkId)?.some(({ priceMicros }) => priceMicros !== null) ?? false;
  }
}

export const handOverOf = ({ linkId }: Outcome, cost: PartCost | undefined): HandOver =>
  cost === undefined
    ? { ...NO_HAND_OVER, linkId }
    : { linkId, partCostMicros: cost.partMicros, costCurrency: cost.currency };

/** By message id: what providers said with their answers. */
export const saidByOutcomes = (outcomes: readonly Outcome[]): [string, SaidCost][] =>
  outcomes.flatMap(({ sent }) =>
    sent.flatMap(([id, , said]): [string, SaidCost][] => (said === undefined ? [] : [[id, said]])),
  );
