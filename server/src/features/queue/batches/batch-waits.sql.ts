import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** Longest wait in milliseconds, by the reason of the wait. */
type WaitLimits = { readonly doubtMs: number; readonly checkMs: number; readonly claimMs: number };

export async function capDueTimes(tx: Tx, { doubtMs, checkMs, claimMs }: WaitLimits): Promise<void> {
  await tx.query(
    `with capped as (
       select b.id, clock_timestamp() + w.ms * interval '1 millisecond' as due_at
       from batches b
       join (
         values ('doubt', $1::int), ('held', $2::int), ('link', $2::int), ('claim', $3::int)
       ) as w(waiting_for, ms) on w.waiting_for = coalesce(b.waiting_for, 'claim')
       where b.state in (${BATCH_STATES.claimed}, ${BATCH_STATES.waiting})
         and b.due_at > clock_timestamp()
       order by b.id
       for update of b
     )
     update batches b
     set due_at = capped.due_at
     from capped
     where b.id = capped.id
       and b.due_at > capped.due_at`,
    [doubtMs, checkMs, claimMs],
  );
}

export async function capInFlightTimes(tx: Tx): Promise<void> {
  await tx.query(
    `update batches
     set in_flight_at = clock_timestamp()
     where state = ${BATCH_STATES.inFlight}
       and in_flight_at > clock_timestamp()`,
  );
}
