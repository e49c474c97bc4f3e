import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { StrandTimes } from './strand-times.ts';

type ZoneTimes = StrandTimes & { readonly timezone: string };

export async function selectZones(tx: Tx, dispatchId: number): Promise<string[]> {
  const rows = await tx.query<{ timezone: string }>(
    `select distinct timezone
     from strands
     where dispatch_id = $1`,
    [dispatchId],
  );
  return rows.map((row) => row.timezone);
}

const zoneTimes = bulkColumns({ timezone: 'text', eligibleAt: 'timestamptz', giveUpAt: 'timestamptz' }, 3);
const RELEASE_BY_ZONE = `
  update strands t
  set runnable = true,
    start_at = case when u.timezone <> '' then u.eligible_at end,
    give_up_at = u.give_up_at,
    next_at = u.eligible_at,
    eligible_at = case when $2 then u.eligible_at end
  from ${zoneTimes.as('u')}
  where t.dispatch_id = $1
    and t.timezone = u.timezone`;

/** Makes the strands runnable. A strand without `eligible_at` may wait without limit. */
export async function releaseByZone(
  tx: Tx,
  dispatchId: number,
  zones: readonly ZoneTimes[],
  isBounded: boolean,
): Promise<void> {
  await tx.query(RELEASE_BY_ZONE, [dispatchId, isBounded, ...zoneTimes.values(zones)]);
}
