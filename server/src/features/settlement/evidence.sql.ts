import type { Tx } from '../../platform/database.ts';

/** Real time of the database, before anything that happens next. */
export async function selectRealTime(tx: Tx): Promise<Date> {
  const [row] = await tx.query<{ at: Date }>('select clock_timestamp() as at');
  if (row === undefined) throw new Error('clock_timestamp() returned no row');
  return row.at;
}

/** Every outcome that was published before this instant has been recorded. A mark never goes back. */
export async function advanceOutcomesRead(tx: Tx, at: Date): Promise<void> {
  await tx.query(
    `update evidence_marks
     set outcomes_read_at = $1
     where outcomes_read_at < $1`,
    [at],
  );
}

/** After the database's clock stepped back: nothing has been read that lies ahead of it. */
export async function capOutcomesRead(tx: Tx): Promise<void> {
  await tx.query(
    `update evidence_marks
     set outcomes_read_at = clock_timestamp()
     where outcomes_read_at > clock_timestamp()`,
  );
}
