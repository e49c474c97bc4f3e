import { must } from '@volley/domain/must.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** Real time of the database, in milliseconds. */
export async function selectDatabaseTime(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ at: Date }>('select clock_timestamp() as at');
  return must(row, 'the row of select clock_timestamp()').at.getTime();
}
