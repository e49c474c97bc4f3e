// After the database's clock stepped back: no batch waits longer than it would have from now on, and none has been in
// flight since a time to come. Running it again changes nothing.
import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/database.ts';

/** Batches that are held or wait for their link are looked at every few seconds. */
const LOOK_MS = 5_000;

type Waits = Pick<Config, 'inDoubtWaitMs' | 'claimLeaseMs'>;

export async function capBatchWaits(tx: Tx, { inDoubtWaitMs, claimLeaseMs }: Waits): Promise<void> {
  await tx.query(
    `with capped as (
       select b.id, clock_timestamp() + w.ms * interval '1 millisecond' as due_at
       from batches b
       join (values ('doubt', $1::int), ('held', $2::int), ('link', $2::int), ('claim', $3::int)) as w(waiting_for, ms)
         on w.waiting_for = coalesce(b.waiting_for, 'claim')
       where b.state in (0, 2)
         and b.due_at > clock_timestamp()
       order by b.id
       for update of b)
     update batches b
     set due_at = capped.due_at
     from capped
     where b.id = capped.id
       and b.due_at > capped.due_at`,
    [inDoubtWaitMs, LOOK_MS, claimLeaseMs],
  );
  await tx.query(
    `update batches
     set in_flight_at = clock_timestamp()
     where state = 1
       and in_flight_at > clock_timestamp()`,
  );
}
