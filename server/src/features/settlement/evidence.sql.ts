import type { Tx } from '../../platform/database.ts';

export type SeenStream = {
  /** Real time of the database, before anything that happens next. */
  at: Date;
  /** The stream that was seen last, null before the first look, and how far it was. */
  epoch: string | null;
  last: number;
};

export async function selectSeenStream(tx: Tx): Promise<SeenStream> {
  const [row] = await tx.query<SeenStream>(
    'select clock_timestamp() as at, stream_epoch as epoch, stream_last::double precision as last from evidence_marks',
  );
  if (row === undefined) throw new Error('evidence_marks has no row');
  return row;
}

/** Every outcome that was published before this instant has been recorded. A mark never goes back. */
export async function advanceOutcomesRead(tx: Tx, at: Date, last: number): Promise<void> {
  await tx.query(
    `update evidence_marks
     set outcomes_read_at = $1, stream_last = greatest(stream_last, $2)
     where outcomes_read_at < $1`,
    [at, last],
  );
}

/** The stream is another one than before, or has gone back; `isLoss`: outcomes are lost with it. */
export async function noteStream(
  tx: Tx,
  { epoch, last }: { readonly epoch: string; readonly last: number },
  isLoss: boolean,
): Promise<void> {
  await tx.query(
    `update evidence_marks
     set stream_epoch = $1,
       stream_last = $2,
       outcomes_lost_at = case when $3 then clock_timestamp() else outcomes_lost_at end`,
    [epoch, last, isLoss],
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
