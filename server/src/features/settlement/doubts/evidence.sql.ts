import type { Tx } from '../../../platform/database/database.ts';

export type SeenStream = {
  /** Time of the database clock at the start of the check. */
  at: Date;
  /** Epoch and last sequence of the stream at the previous check; epoch null before the first check. */
  epoch: string | null;
  last: number;
};

export async function selectSeenStream(tx: Tx): Promise<SeenStream> {
  const [row] = await tx.query<SeenStream>(
    `select clock_timestamp() as at,
       stream_epoch as epoch,
       stream_last::double precision as last
     from evidence_marks`,
  );
  if (row === undefined) throw new Error('evidence_marks has no row');
  return row;
}

/** Every outcome published before `at` has been recorded. The mark never moves back. */
export async function advanceOutcomesRead(tx: Tx, at: Date, last: number): Promise<void> {
  await tx.query(
    `update evidence_marks
     set outcomes_read_at = $1,
       stream_last = greatest(stream_last, $2)
     where outcomes_read_at < $1`,
    [at, last],
  );
}

/** Stores a new or rewound stream; `isLoss`: outcomes are lost with the old one. */
export async function recordStream(
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

/** After a backward step of the database clock: the mark must not be in the future. */
export async function capOutcomesRead(tx: Tx): Promise<void> {
  await tx.query(
    `update evidence_marks
     set outcomes_read_at = clock_timestamp()
     where outcomes_read_at > clock_timestamp()`,
  );
}
