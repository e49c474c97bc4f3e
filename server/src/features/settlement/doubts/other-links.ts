// Chooses the link to which a batch moves when its own link is down or has used up its tries: by routes, else at
// random.
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { DueBatch } from '../../queue/batches/due-batches.sql.ts';
import { knownLinks } from '../../queue/pacing/direct-links.ts';
import { openRoutes, type StoredChoice } from '../../queue/pacing/known-routes.ts';

/** Undefined: no other link takes the batch. */
export type OtherLinks = (batch: DueBatch) => { readonly linkId: number; readonly choice: StoredChoice } | undefined;

export async function openOtherLinks(tx: Tx, platform: Pick<Platform, 'shared' | 'metrics'>): Promise<OtherLinks> {
  const choose = await openRoutes(tx, platform);
  const degraded = new Set((await knownLinks(tx, platform)).filter((link) => link.is_degraded).map(({ id }) => id));
  return (batch) => {
    const { other_link_ids: ids, paid_micros: micros, currency } = batch;
    const [random] = ids;
    if (random === undefined) return undefined;
    const offered = ids.map((id) => ({ id, free: 1, isDegraded: degraded.has(id) }));
    const paid = micros === null ? null : { micros, currency };
    const { brand, country, lane, link_mode: mode, count: messages } = batch;
    const choice = choose(offered, { brand, country, lane, mode, paid, messages });
    if (choice === 'margin') return undefined;
    const because = batch.elsewhere ? 'tries' : 'down';
    platform.metrics.count('volley_link_moves_total', { because });
    platform.metrics.count('volley_link_moved_messages_total', { because }, messages);
    const passed = [{ linkId: batch.link_id, because } as const];
    if (choice === undefined || choice === 'unrouted')
      return { linkId: random, choice: { by: 'failover' as const, passed } };
    const { linkId, margin } = choice;
    return { linkId, choice: { by: 'failover' as const, passed: [...passed, ...choice.passed], margin } };
  };
}
