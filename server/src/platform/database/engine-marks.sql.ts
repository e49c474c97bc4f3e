// Statements on engine_marks, a table of one row.
import { must } from '@volley/domain/must.ts';
import type { Tx } from './database.ts';
import type { EngineMark } from './engine-marks.ts';

const COLUMNS = 'database_id as "databaseId", epoch, round';

export async function selectMark(tx: Tx): Promise<EngineMark> {
  const rows = await tx.planned<EngineMark>(
    `select ${COLUMNS}
     from engine_marks`,
  );
  return must(rows[0], 'the row of engine_marks');
}

/** Undefined: the row is below `known` and stays unchanged. */
export async function advanceMark(tx: Tx, known: EngineMark): Promise<EngineMark | undefined> {
  const rows = await tx.planned<EngineMark>(
    `update engine_marks
     set round = round + 1
     where database_id <> $1::uuid
       or (epoch, round) >= ($2::integer, $3::bigint)
     returning ${COLUMNS}`,
    [known.databaseId, known.epoch, known.round],
  );
  return rows[0];
}

/** Begins an epoch above every known epoch, so that no process holds its claims back any longer. */
export async function beginEpoch(tx: Tx, above: number, confirmation: 'confirm' | 'stop'): Promise<EngineMark> {
  const rows = await tx.query<EngineMark>(
    `update engine_marks
     set epoch = greatest(epoch, $1::integer) + 1,
       round = round + 1,
       confirmed_at = clock_timestamp(),
       confirmation = $2
     returning ${COLUMNS}`,
    [above, confirmation],
  );
  return must(rows[0], 'the row of engine_marks');
}
