// Rows of the engine itself: counters, the evidence about outcomes, the pace of repeated sends.
import { oneRow, type Place, statement } from './statement.ts';

export async function engineCounter(place: Place, name: string): Promise<number> {
  const [row] = await statement<{ value: bigint }>(place, 'select value from engine_counters where name = $1', [name]);
  return Number(row?.value ?? 0n);
}

/** Submits of messages that the operator had already. */
export const extraSubmits = (place: Place) => engineCounter(place, 'extra_submits');

/** As if every outcome on the bus had been recorded `ahead` seconds from now. */
export async function readEvidence(place: Place, ahead = 0): Promise<void> {
  await statement(place, `update evidence_marks set outcomes_read_at = clock_timestamp() + $1 * interval '1 second'`, [
    ahead,
  ]);
}

/** Seconds of real time since which all outcomes are recorded. */
export async function evidenceAge(place: Place): Promise<number> {
  const { age } = await oneRow<{ age: number }>(
    place,
    `select extract(epoch from clock_timestamp() - greatest(outcomes_read_at, 'epoch'))::float8 as age
     from evidence_marks`,
  );
  return age;
}

export async function loseOutcomes(place: Place): Promise<void> {
  await statement(place, 'update evidence_marks set outcomes_lost_at = clock_timestamp()');
}

/** Ends the pauses between two batches in doubt that a link sends again. */
export async function endResendPauses(place: Place): Promise<void> {
  await statement(place, 'delete from link_resends');
}

/** As if the database had been restored to an earlier moment. */
export async function goBack(place: Place): Promise<void> {
  await statement(place, 'update engine_marks set round = round - 1000');
}

/** Milliseconds that a link pauses after a batch that it has sent again; both times come from one transaction. */
export async function resendPauseMs(place: Place, claimLeaseMs: number): Promise<number> {
  const { ms } = await oneRow<{ ms: number }>(
    place,
    `select extract(epoch from r.next_at - b.due_at)::float8 * 1000 + $1 as ms
     from link_resends r
     join batches b on b.link_id = r.link_id and b.attempt = 2`,
    [claimLeaseMs],
  );
  return ms;
}

export async function lengthenResendPauses(place: Place, hours: number): Promise<void> {
  await statement(place, `update link_resends set next_at = clock_timestamp() + $1 * interval '1 hour'`, [hours]);
}

/** As if the lease of the leader had lapsed and another process had claimed it. */
export async function giveLeadership(place: Place, name: string, owner: string): Promise<void> {
  await statement(
    place,
    `update leaderships set owner = $2, lease_until = clock_timestamp() + interval '10 seconds' where name = $1`,
    [name, owner],
  );
}

/** The moment up to which all outcomes are recorded. */
export async function evidenceReadAt(place: Place): Promise<Date> {
  return (await oneRow<{ at: Date }>(place, 'select outcomes_read_at as at from evidence_marks')).at;
}

/** The decision after the last restore, and whether its time is stored. */
export const engineConfirmation = (place: Place) =>
  oneRow<{ confirmation: string | null; dated: boolean }>(
    place,
    'select confirmation, confirmed_at is not null as dated from engine_marks',
  );
